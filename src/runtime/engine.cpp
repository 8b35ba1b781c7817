// The functions that the header calls: registration, inputs, assumptions, observations, outcomes. Pointers are in
// references.cpp.
#include <cxxabi.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

#include "runtime/decide.h"
#include "runtime/frames.h"
#include "runtime/heap.h"
#include "runtime/inputs.h"
#include "runtime/models/protocol.h"
#include "runtime/references.h"
#include "runtime/run.h"
#include "runtime/shadow.h"
#include "runtime/sites.h"
#include "runtime/stand_ins.h"
#include "runtime/trace.h"
#include "runtime/unset.h"

extern "C" {
[[gnu::weak, gnu::visibility("hidden")]] extern forall::abi::StaticFunction __start_forall_functions[];
[[gnu::weak, gnu::visibility("hidden")]] extern forall::abi::StaticFunction __stop_forall_functions[];
}

using namespace forall::runtime;

namespace {

// The name of an input, in memory of the run.
const char* new_name(std::initializer_list<const char*> parts) {
  std::size_t size = 1;
  for (const char* part : parts) size += std::strlen(part);
  char* const name = static_cast<char*>(heap_allocate(size, 1));
  char* end = name;
  for (const char* part : parts) end = stpcpy(end, part);
  *end = '\0';
  return name;
}

}  // namespace

extern "C" {

void __forall_register(ForallPut* put) {
  const ModelCall call(&__forall_register, "__forall_register", 0);
  put->next = nullptr;
  (g.last_put != nullptr ? g.last_put->next : g.first_put) = put;
  g.last_put = put;
  ++g.put_count;
}

const char* __forall_parameter_names(const void* function) {
  const ModelCall call(&__forall_parameter_names, "__forall_parameter_names", 0);
  for (auto* entry = __start_forall_functions; entry != __stop_forall_functions; ++entry) {
    if (entry->function == function) return entry->parameters;
  }
  return nullptr;
}

void __forall_input(void* address, std::size_t bytes, unsigned width, unsigned kind, const char* name, const char* type,
                    std::uint64_t default_lo, std::uint64_t default_hi, bool is_choice) {
  const ModelCall call(&__forall_input, "__forall_input", 0);
  const Bits otherwise = {default_lo, default_hi};
  if (!g.in_run) {
    std::memcpy(address, &otherwise, bytes < sizeof otherwise ? bytes : sizeof otherwise);
    return;
  }
  if (keep_shared_member(address, bytes)) return;
  const InputName unique(name);
  const U128 bits = chosen_value(unique.key, otherwise, width);
  const auto origin = is_choice ? forall::abi::InputOrigin::Choice : forall::abi::InputOrigin::Parameter;
  const Value input = new_input(unique, type, static_cast<forall::abi::ScalarKind>(kind), width, bits, origin);
  std::memcpy(address, &bits, bytes);
  shadow_store(address, static_cast<unsigned>(bytes), input);
}

void __forall_assume(bool condition, const char* file, int line) {
  const ModelCall call(&__forall_assume, "__forall_assume", 1);
  if (!is_watched()) return;
  Value value = call.argument(0, condition ? 1 : 0, 1);
  if (file == nullptr) {
    hold(value, inputs_site(), forall::abi::DecisionKind::Assume);
  } else if (value.symbolic()) {
    StaticSite* site = call.call_site() != nullptr ? call.call_site() : assumption_site(file, line);
    decide_condition(value, site, forall::abi::DecisionKind::Assume);
  }
  if (condition) return;
  forall::abi::Outcome& outcome = g.header->outcome;
  if (outcome.kind == forall::abi::OutcomeKind::None) {
    outcome.file = add_string(file == nullptr ? "" : file);
    outcome.line = static_cast<u32>(line);
  }
  end_run(forall::abi::OutcomeKind::Discarded, forall::abi::Fault::None, nullptr, "", __builtin_return_address(0));
}

void __forall_observe(const void* address, std::size_t bytes, unsigned width, unsigned kind, const char* name,
                      const char* type) {
  const ModelCall call(&__forall_observe, "__forall_observe", 0);
  if (!g.in_run) return;
  U128 bits = 0;
  std::memcpy(&bits, address, bytes < sizeof bits ? bytes : sizeof bits);
  Value value = concrete(bits, width);
  if (may_be_symbolic(address, bytes)) {
    value = extract(shadow_load(address, static_cast<unsigned>(bytes), nullptr), 0, width);
    require_set(value, call.call_site());
  }
  forall::abi::Observation record{};
  record.name = add_string(name);
  record.type = add_string(type);
  record.node = value.id;
  record.width = static_cast<u16>(width);
  record.kind = static_cast<forall::abi::ScalarKind>(kind);
  record.value = forall::expr::from_u128(value.bits);
  if (!append(g.header->observations, g.observations, record)) cut_run(forall::abi::Fault::TraceFull, nullptr);
}

void __forall_failed(const char* file, int line, const char* message) {
  const ModelCall call(&__forall_failed, "__forall_failed", 0);
  record_failure(file, line, message);
}

void __forall_threw(const char* mangled_type, const char* what) {
  const ModelCall call(&__forall_threw, "__forall_threw", 0);
  if (!is_watched() || g.header->outcome.kind != forall::abi::OutcomeKind::None) return;
  int status = 0;
  char* name = mangled_type == nullptr ? nullptr : __cxxabiv1::__cxa_demangle(mangled_type, nullptr, nullptr, &status);
  g.header->outcome.exception_type = add_string(name != nullptr ? name : mangled_type);
  std::free(name);
  record_outcome(forall::abi::OutcomeKind::Threw, forall::abi::Fault::None, nullptr, what == nullptr ? "" : what);
  record_throw_frames();
}

bool __forall_stands_in_for(const char* class_key) {
  const ModelCall call(&__forall_stands_in_for, "__forall_stands_in_for", 0);
  const u32 index = class_index(class_key);
  return g.in_run && index < 64 && (g.header->request.stand_ins >> index & 1) != 0;
}

void __forall_not_shown(unsigned ledger, const char* what) {
  static_assert(FORALL_LEDGER_UNSUPPORTED_CODE == static_cast<unsigned>(forall::abi::LedgerKind::UnsupportedCode));
  static_assert(FORALL_LEDGER_TRACE_FULL == static_cast<unsigned>(forall::abi::LedgerKind::TraceFull));
  static_assert(FORALL_LEDGER_NOT_MADE == static_cast<unsigned>(forall::abi::LedgerKind::NotMade));
  static_assert(FORALL_LEDGER_ASSUMED_LAW == static_cast<unsigned>(forall::abi::LedgerKind::AssumedLaw));
  static_assert(FORALL_LEDGER_PURITY_DEPTH == static_cast<unsigned>(forall::abi::LedgerKind::PurityDepth));
  const ModelCall call(&__forall_not_shown, "__forall_not_shown", 0);
  add_ledger(static_cast<forall::abi::LedgerKind>(ledger), nullptr, what);
}

void* __forall_allocate(std::size_t bytes, std::size_t alignment) {
  const ModelCall call(&__forall_allocate, "__forall_allocate", 0);
  return heap_allocate(bytes, alignment);
}

const char* __forall_member_name(const char* of, const char* member) {
  const ModelCall call(&__forall_member_name, "__forall_member_name", 0);
  const bool is_object = *of == '*';
  return new_name({is_object ? of + 1 : of, is_object ? "->" : ".", member});
}

const char* __forall_element_name(const char* of, std::size_t index) {
  const ModelCall call(&__forall_element_name, "__forall_element_name", 0);
  const bool is_object = *of == '*';
  char digits[24];
  std::snprintf(digits, sizeof digits, "%zu", index);
  return new_name({is_object ? "(" : "", of, is_object ? ")[" : "[", digits, "]"});
}

const char* __forall_reference_name(const char* to) {
  const ModelCall call(&__forall_reference_name, "__forall_reference_name", 0);
  return new_name({"&", to});
}

}  // extern "C"
