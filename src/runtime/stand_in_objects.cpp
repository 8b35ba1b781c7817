#include "runtime/stand_in_objects.h"

#include <sys/mman.h>

#include <cstdlib>
#include <cstring>

#include "runtime/call_writer.h"
#include "runtime/leaks.h"
#include "runtime/module.h"
#include "runtime/shadow.h"
#include "runtime/stand_ins.h"
#include "runtime/trace.h"

namespace forall::runtime {

namespace {

constexpr u64 kCopiedBytes = 16;  // bytes of an object that calls may pass in registers
constexpr char kStateOf[] = "state of ";

u32 state_count = 0;  // made in this run

unsigned state_bytes(const StandInClass& type) { return type.state_bits / 8; }
const char* at(const void* memory, u64 offset) { return static_cast<const char*>(memory) + offset; }
char* at(void* memory, u64 offset) { return static_cast<char*>(memory) + offset; }

// By node, up to the last one that was queried: does it depend on the state of an object?
u8* depends = nullptr;
u32 depends_known = 0;

bool is_state(const abi::InputRecord& input) {
  return std::strncmp(g.strings + input.type, kStateOf, sizeof kStateOf - 1) == 0;
}

bool depends_on_state(u32 id) {
  for (; depends_known <= id; ++depends_known) {
    const abi::Node& node = g.nodes[depends_known];
    const unsigned arity = info(node.op).arity;
    depends[depends_known] = (node.op == Op::Input && !abi::is_unset_leaf(node) && is_state(g.inputs[node.a])) ||
                             (arity > 0 && depends[node.a] != 0) || (arity > 1 && depends[node.b] != 0) ||
                             (arity > 2 && depends[node.c] != 0);
  }
  return depends[id] != 0;
}

constexpr Kept kKept[] = {state_count, depends, depends_known};

void begin() {
  state_count = 0;
  depends_known = 1;
  if (g.header->request.stand_ins == 0 || depends != nullptr) return;
  void* memory = mmap(nullptr, g.header->nodes.capacity, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) std::abort();
  ignore_in_leak_search(memory, g.header->nodes.capacity);
  depends = static_cast<u8*>(memory);
}

}  // namespace

FORALL_MODULE(stand_in_objects) = {.phase = Phase::Tables, .keeps = kKept, .begin_run = begin};

bool has_room(const StandInClass& type) { return type.state_bits >= 8; }

Value state_of(const StandInClass& type, const void* object, const StaticSite* site) {
  return shadow_load(at(object, type.state_offset), state_bytes(type), site);
}

bool has_state(const StandInClass& type, const void* object) {
  const char* place = at(object, type.state_offset);
  if (!has_room(type) || !has_expressions(place, state_bytes(type)) || is_poisoned(place, state_bytes(type)))
    return false;
  ++__forall_state.suspended;
  const bool is_there = shadow_load(place, state_bytes(type), nullptr).symbolic();
  --__forall_state.suspended;
  return is_there;
}

void set_state(const StandInClass& type, void* object, std::size_t size, Value state) {
  const unsigned bytes = state_bytes(type);
  write_value(at(object, type.state_offset), bytes, state);
  const u64 end = size < kCopiedBytes ? size : kCopiedBytes;
  for (u64 offset = type.state_offset + bytes; offset < end; offset += bytes) {
    const auto part = static_cast<unsigned>(end - offset < bytes ? end - offset : bytes);
    write_value(at(object, offset), part, extract(state, 0, 8 * part));
  }
}

void note_use_of_state(Value value, const StaticSite* site) {
  if (!value.symbolic() || !depends_on_state(value.id)) return;
  add_ledger(abi::LedgerKind::UnsupportedCode, site, "memory of an object that axioms stand in for");
}

Value new_state(const StandInClass& type, const InputName& name, abi::InputOrigin origin) {
  const U128 bits = chosen_value(name.key, {++state_count, 0}, type.state_bits);
  const Text text = Text().add(kStateOf).add(class_spelling(type));
  return new_input(name, text.c_str(), abi::ScalarKind::UInt, type.state_bits, bits, origin);
}

void clear_object(const StandInClass& type, void* object, std::size_t size) {
  if (size == 0) return;
  std::memset(object, 0, size);
  shadow_poison(object, size, kUnreadable);
  if (type.state_offset > 0) shadow_clear(object, type.state_offset);
  if (type.functions != nullptr) std::memcpy(object, &type.functions, sizeof type.functions);
}

}  // namespace forall::runtime
