// What the header calls: registration, inputs, assumptions, observations, outcomes.
//
// An input's key is the hash of its name. The name a run gives twice gets a number, in the order of creation ("n",
// "n#2"), so keys are unique in a run and mean the same in all runs of a path.
#include <cxxabi.h>
#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "base/hash.h"
#include "runtime/decide.h"
#include "runtime/engine_tables.h"
#include "runtime/frames.h"
#include "runtime/heap.h"
#include "runtime/leaks.h"
#include "runtime/models/protocol.h"
#include "runtime/run.h"
#include "runtime/shadow.h"
#include "runtime/sites.h"
#include "runtime/trace.h"

extern "C" {
[[gnu::weak, gnu::visibility("hidden")]] extern forall::abi::StaticFunction __start_forall_functions[];
[[gnu::weak, gnu::visibility("hidden")]] extern forall::abi::StaticFunction __stop_forall_functions[];
}

namespace forall::runtime {

namespace {

// Indices by key, for one run. Entries of earlier runs count as free.
class KeyTable {
 public:
  bool start(std::size_t most) {
    while (capacity_ < most * 2) capacity_ *= 2;
    void* memory = mmap(nullptr, capacity_ * sizeof(Entry), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    entries_ = memory == MAP_FAILED ? nullptr : static_cast<Entry*>(memory);
    if (entries_ != nullptr) ignore_in_leak_search(memory, capacity_ * sizeof(Entry));
    return entries_ != nullptr;
  }
  // The entry of the key, or the free one where it belongs.
  bool find(u64 key, u32& index) const {
    const Entry& entry = *at(key);
    if (entry.epoch != g.epoch) return false;
    index = entry.index;
    return true;
  }
  void insert(u64 key, u32 index) { *at(key) = {key, g.epoch, index}; }

 private:
  struct Entry {
    u64 key;
    u32 epoch;
    u32 index;
  };
  Entry* at(u64 key) const {
    std::size_t i = base::mix(key) & (capacity_ - 1);
    while (entries_[i].epoch == g.epoch && entries_[i].key != key) i = (i + 1) & (capacity_ - 1);
    return entries_ + i;
  }
  std::size_t capacity_ = 1024;
  Entry* entries_ = nullptr;
};

KeyTable inputs_by_key;
KeyTable presets_by_key;

// The key of a name not yet used in this run; `unique` gets the name.
u64 unique_key(const char* name, char* unique, std::size_t size) {
  std::snprintf(unique, size, "%s", name);
  u64 key = base::fnv1a(unique);
  u32 index = 0;
  for (unsigned n = 2; inputs_by_key.find(key, index); ++n) {
    std::snprintf(unique, size, "%s#%u", name, n);
    key = base::fnv1a(unique);
  }
  return key;
}

U128 input_value(u64 key, Bits otherwise, unsigned width) {
  u32 index = 0;
  const Bits bits = presets_by_key.find(key, index) ? g.presets[index].value : otherwise;
  return expr::to_u128(bits) & expr::mask(width);
}

}  // namespace

void start_inputs() {
  const bool started =
      inputs_by_key.start(g.header->inputs.capacity) && presets_by_key.start(g.header->presets.capacity);
  if (!started) std::abort();
}

void begin_inputs() {
  for (u32 i = 0; i < g.header->presets.count; ++i) presets_by_key.insert(g.presets[i].key, i);
}

}  // namespace forall::runtime

using namespace forall::runtime;

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
  char unique[1024];
  const u64 key = unique_key(name, unique, sizeof unique);
  const U128 bits = input_value(key, otherwise, width);
  const u32 index = g.header->inputs.count;
  const Value input = make_input(index, bits, width);
  forall::abi::InputRecord record{};
  record.key = key;
  record.name = add_string(unique);
  record.node = input.id;
  record.width = static_cast<u16>(width);
  record.kind = static_cast<forall::abi::ScalarKind>(kind);
  record.is_choice = is_choice;
  record.type = add_string(type);
  record.value = forall::expr::from_u128(bits);
  if (!append(g.header->inputs, g.inputs, record)) cut_run(forall::abi::Fault::TraceFull, nullptr);
  inputs_by_key.insert(key, index);
  std::memcpy(address, &bits, bytes);
  shadow_store(address, static_cast<unsigned>(bytes), input);
}

void __forall_assume(bool condition, const char* file, int line) {
  const ModelCall call(&__forall_assume, "__forall_assume", 1);
  if (!g.in_run) return;
  Value value = call.argument(0, condition ? 1 : 0, 1);
  if (value.symbolic()) {
    StaticSite* site = call.call_site() != nullptr ? call.call_site() : assumption_site(file, line);
    decide_condition(value, site, forall::abi::DecisionKind::Assume);
  }
  if (condition) return;
  forall::abi::Outcome& outcome = g.header->outcome;
  if (outcome.kind == forall::abi::OutcomeKind::None) {
    outcome.file = add_string(file);
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
  if (!g.in_run) return;
  forall::abi::Outcome& outcome = g.header->outcome;
  ++outcome.failures;
  if (outcome.kind != forall::abi::OutcomeKind::None) return;
  outcome.file = add_string(file);
  outcome.line = static_cast<u32>(line);
  record_outcome(forall::abi::OutcomeKind::Failed, forall::abi::Fault::None, nullptr, message);
}

void __forall_threw(const char* mangled_type, const char* what) {
  const ModelCall call(&__forall_threw, "__forall_threw", 0);
  if (!g.in_run || g.header->outcome.kind != forall::abi::OutcomeKind::None) return;
  int status = 0;
  char* name = mangled_type == nullptr ? nullptr : __cxxabiv1::__cxa_demangle(mangled_type, nullptr, nullptr, &status);
  g.header->outcome.exception_type = add_string(name != nullptr ? name : mangled_type);
  std::free(name);
  record_outcome(forall::abi::OutcomeKind::Threw, forall::abi::Fault::None, nullptr, what == nullptr ? "" : what);
  record_throw_frames();
}

void* __forall_allocate(std::size_t bytes, std::size_t alignment) {
  const ModelCall call(&__forall_allocate, "__forall_allocate", 0);
  return heap_allocate(bytes, alignment);
}

}  // extern "C"
