// Arguments and results of calls, and calls that leave the instrumented code.
#include <cxxabi.h>
#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/hash.h"
#include "runtime/calls_abi.h"
#include "runtime/module.h"
#include "runtime/trace.h"
#include "runtime/value.h"

// Names the function that the program defines although a model replaces it in its other files.
extern "C" [[gnu::weak, gnu::visibility("hidden")]] const char __forall_program_replaces[];

namespace forall::runtime {

namespace {

constexpr const char* kHarmless[] = {
    "",  // the table may be empty
#define FORALL_REPLACE(name, replacement)
#define FORALL_HARMLESS(name) #name,
#define FORALL_PRINTING(prefix)
#include "abi/known_calls.def"
#undef FORALL_REPLACE
#undef FORALL_HARMLESS
#undef FORALL_PRINTING
};

constexpr const char* kObjectsOnly[] = {
    "",
#define FORALL_REPLACE(name, replacement)
#define FORALL_HARMLESS(name)
#define FORALL_PRINTING(prefix)
#define FORALL_OBJECTS_ONLY(name) #name,
#include "abi/known_calls.def"
#undef FORALL_REPLACE
#undef FORALL_HARMLESS
#undef FORALL_PRINTING
};

template <std::size_t kCount>
bool is_in(const char* const (&names)[kCount], const char* name) {
  for (const char* each : names) {
    if (std::strcmp(each, name) == 0) return true;
  }
  return false;
}

// Facts about functions called through pointers, by address; computed once per process.
struct Callee {
  const void* address;
  const char* name;  // mangled, or null
  bool harmless;
  bool objects_only;  // it keeps state only in objects that are restored
};
constexpr u32 kCallees = 1024;
Callee callees[kCallees];

Callee look_up(const void* address, const char* name) {
  Callee& entry = callees[base::mix(reinterpret_cast<u64>(address)) & (kCallees - 1)];
  if (entry.address == address) return entry;
  Callee found = {address, name, false, false};
  if (name == nullptr) {
    Dl_info info{};
    if (dladdr(address, &info) != 0 && info.dli_saddr == address) found.name = info.dli_sname;
  }
  if (found.name != nullptr) {
    found.harmless = is_in(kHarmless, found.name);
    found.objects_only = found.harmless || is_in(kObjectsOnly, found.name);
  }
  entry = found;
  return found;
}

bool any_argument_id() {
  for (const u32 id : __forall_state.arguments) {
    if (id != 0) return true;
  }
  return false;
}

void ledger_call(const Callee& callee, const StaticSite* site) {
  char text[64];
  if (callee.name != nullptr) return add_call_to_ledger(callee.name, site);
  std::snprintf(text, sizeof text, "a function at %p", callee.address);
  add_ledger(abi::LedgerKind::ConcretizedCall, site, text);
}

// The id if its node has the value that arrived.
u32 checked(u32 id, u64 lo, u64 hi, const char* what) {
  if (id == 0 || !g.in_run) return 0;
  const Bits value = abi::is_unset_id(id) ? Bits{} : g.nodes[id].value;
  if (value == Bits{lo, hi}) return id;
  add_ledger(abi::LedgerKind::UndefinedValue, nullptr, what);
  return 0;
}

constexpr Kept kKept[] = {callees};

void start() {
  if (__forall_program_replaces == nullptr) return;
  add_to_every_ledger(abi::LedgerKind::UnsupportedCode, nullptr, __forall_program_replaces);
}

}  // namespace

FORALL_MODULE(calls) = {.phase = Phase::Machine, .keeps = kKept, .start = start};

}  // namespace forall::runtime

using namespace forall::runtime;

extern "C" {

void __forall_external_returned(const void* callee, const void* name, const void* site) {
  __forall_state.argument_callee = nullptr;
  const Callee known = look_up(callee, static_cast<const char*>(name));
  g.has_lasting_effects =
      g.has_lasting_effects || !known.objects_only;  // nothing restores state that it keeps elsewhere
  if (!observing()) return;
  // Ids may be left over from an earlier call: then the line is a false alarm, but no line is ever missing.
  const bool arguments = any_argument_id();
  if (arguments) std::memset(__forall_state.arguments, 0, sizeof __forall_state.arguments);
  if (!arguments && __forall_state.symbolic_bytes == 0) return;
  if (known.harmless) return;  // the pass itself reports symbolic arguments of this call
  ledger_call(known, static_cast<const StaticSite*>(site));
}

u32 __forall_argument(u32 index, u64 lo, u64 hi) {
  return checked(__forall_state.arguments[index], lo, hi, "an argument");
}

u32 __forall_result(u32 index, u64 lo, u64 hi) { return checked(__forall_state.results[index], lo, hi, "a result"); }

}  // extern "C"
