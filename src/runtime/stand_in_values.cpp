#include "runtime/stand_in_values.h"

#include <cstdio>
#include <cstring>

#include "runtime/decide.h"
#include "runtime/enum_values.h"
#include "runtime/memory.h"
#include "runtime/module.h"
#include "runtime/references.h"
#include "runtime/run.h"
#include "runtime/shadow.h"
#include "runtime/sites.h"
#include "runtime/stand_in_objects.h"
#include "runtime/trace.h"

namespace forall::runtime {

using abi::StandInLeaf;
using abi::StandInRole;

namespace {

constexpr u64 kFirstPage = 4096;

unsigned bytes_of(const StandInLeaf& leaf) { return (leaf.width + 7u) / 8; }

const char* at(const void* memory, u64 offset) { return static_cast<const char*>(memory) + offset; }
char* at(void* memory, u64 offset) { return static_cast<char*>(memory) + offset; }

Value leaf_value(const StandInLeaf& leaf, const void* memory, const StaticSite* site) {
  return extract(shadow_load(at(memory, leaf.offset), bytes_of(leaf), site), 0, leaf.width);
}

// ---- Pointers: a result is null or one that this run has seen.

struct SeenPointer {
  const char* type;
  Value value;
};
constexpr u32 kMostPointers = 256;
SeenPointer pointers[kMostPointers];
u32 pointer_count = 0;

bool is_pointer(const StandInValue& value) {
  const std::size_t size = std::strlen(value.type);
  return value.role == StandInRole::Value && value.leaf_count == 1 && value.leaves[0].width == 64 && size > 0 &&
         value.type[size - 1] == '*';
}

// "const Node *" and "Node": what is pointed to.
bool point_to_same(const char* x, const char* y) {
  const auto skip = [](const char*& text) {
    for (;;) {
      if (std::strncmp(text, "const", 5) == 0 && (text[5] == ' ' || text[5] == '*' || text[5] == 0)) {
        text += 5;
      } else if (*text == ' ' || *text == '*') {
        ++text;
      } else {
        return *text;
      }
    }
  };
  for (;; ++x, ++y) {
    const char a = skip(x), b = skip(y);
    if (a != b) return false;
    if (a == 0) return true;
  }
}

// Calls visit(value) for each value that the pointer may have.
template <typename Visit>
void for_each_candidate(const char* type, Visit visit) {
  visit(concrete(0, 64));
  for (u32 i = 0; i < g.header->objects.count; ++i) {
    const abi::ObjectRecord& object = g.objects[i];
    if (object.is_built != 0 && point_to_same(g.strings + object.type, type)) visit(concrete(object.address, 64));
  }
  for (u32 i = 0; i < pointer_count; ++i) {
    if (point_to_same(pointers[i].type, type)) visit(pointers[i].value);
  }
}

Value make_pointer(const StandInValue& value, const InputName& name) {
  U128 bits = chosen_value(name.key, {0, 0}, 64);
  bool is_possible = false;
  for_each_candidate(value.type, [&](Value candidate) { is_possible = is_possible || candidate.bits == bits; });
  if (!is_possible) bits = 0;
  const Value pointer = new_input(name, value.type, ScalarKind::ULong, 64, bits, abi::InputOrigin::Choice);
  Value any = concrete(0, 1);
  for_each_candidate(value.type, [&](Value candidate) { any = binary(Op::Or, any, equals(pointer, candidate)); });
  hold(any, limit_site(abi::LedgerKind::ObjectBound, "pointers to objects that no call has seen"),
       abi::DecisionKind::Bound);
  return pointer;
}

Text part_name(const char* name, const StandInValue& value, u32 leaf) {
  Text text;
  text.add(name);
  if (value.leaf_count == 1) return text;
  char part[16];
  std::snprintf(part, sizeof part, ".%u", leaf);
  return text.add(part);
}

constexpr Kept kKept[] = {pointers, pointer_count};

void begin() { pointer_count = 0; }

}  // namespace

FORALL_MODULE(stand_in_values) = {.phase = Phase::Tables, .keeps = kKept, .begin_run = begin};

// ---- Arguments

void* find_argument(const StandInValue& value, void* slot, StaticSite* site) {
  void* memory = slot;
  if (value.is_indirect != 0) {
    const Value pointer = shadow_load(slot, sizeof(void*), site);
    memory = reinterpret_cast<void*>(static_cast<u64>(pointer.bits));
    if (pointer.symbolic()) resolve_address(memory, pointer.id, value.size, site, {});
    if (reinterpret_cast<u64>(memory) < kFirstPage) {
      end_run(abi::OutcomeKind::Crashed, abi::Fault::NullDereference, site, "", __builtin_return_address(0));
    }
    check_access(memory, value.size, site);
  }
  if (is_text(value)) decide_text(value, memory, site);
  return memory;
}

void add_parts(CallWriter& call, const StandInValue& value, const void* memory, const Parts& parts, bool& is_comparable,
               const StaticSite* site) {
  switch (value.role) {
    case StandInRole::None: return;
    case StandInRole::Unknown: is_comparable = false; return;
    case StandInRole::Text:
    case StandInRole::TextView: return add_text(call, value, memory, parts, is_comparable, site);
    case StandInRole::Object:
      is_comparable = is_comparable && has_room(*value.object);
      if (!has_room(*value.object)) return;
      call.add(parts.role, ScalarKind::UInt, state_of(*value.object, memory, site), parts.name, parts.parameter);
      return;
    case StandInRole::Value: break;
  }
  for (u32 i = 0; i < value.leaf_count; ++i) {
    const Text name = part_name(parts.name, value, i);
    const Value leaf = leaf_value(value.leaves[i], memory, site);
    note_use_of_state(leaf, site);
    call.add(parts.role, value.leaves[i].kind, leaf, name.c_str(), parts.parameter);
  }
}

void see_pointer(const StandInValue& value, const void* memory, const StaticSite* site) {
  if (!is_pointer(value) || pointer_count == kMostPointers) return;
  const Value pointer = leaf_value(value.leaves[0], memory, site);
  if (pointer.bits == 0 && !pointer.symbolic()) return;
  for (u32 i = 0; i < pointer_count; ++i) {
    const SeenPointer& seen = pointers[i];
    if (seen.value.id == pointer.id && seen.value.bits == pointer.bits && point_to_same(seen.type, value.type)) return;
  }
  pointers[pointer_count++] = {value.type, pointer};
}

// ---- Results

void make_value(CallWriter& call, const StandInValue& value, void* memory, const InputName& name, const Parts& parts) {
  if (is_text(value)) return make_text(call, value, memory, name, parts);
  if (value.role == StandInRole::Object) {
    if (!has_room(*value.object)) return;
    const Value state = new_state(*value.object, name, abi::InputOrigin::Choice);
    set_state(*value.object, memory, value.size, state);
    return call.add(parts.role, ScalarKind::UInt, state, parts.name, parts.parameter);
  }
  if (is_pointer(value)) {
    const Value pointer = make_pointer(value, name);
    write_value(at(memory, value.leaves[0].offset), bytes_of(value.leaves[0]), pointer);
    return call.add(parts.role, value.leaves[0].kind, pointer, parts.name, parts.parameter);
  }
  for (u32 i = 0; i < value.leaf_count; ++i) {
    const StandInLeaf& leaf = value.leaves[i];
    const auto make = [&](const InputName& leaf_name) {
      const U128 bits = chosen_value(leaf_name.key, {0, 0}, leaf.width);
      return new_input(leaf_name, value.type, leaf.kind, leaf.width, bits, abi::InputOrigin::Choice);
    };
    const Value input =
        value.leaf_count == 1 ? make(name) : make(InputName(part_name(name.text.c_str(), value, i).c_str()));
    write_value(at(memory, leaf.offset), bytes_of(leaf), input);
    const bool is_enum = leaf.kind == ScalarKind::SignedEnum || leaf.kind == ScalarKind::UnsignedEnum;
    if (value.leaf_count == 1 && is_enum && has_few_values(value.type)) hold_enum_values(input, leaf.width, value.type);
    call.add(parts.role, leaf.kind, input, part_name(parts.name, value, i).c_str(), parts.parameter);
  }
}

void clear_value(const StandInValue& value, void* memory) {
  if (value.role == StandInRole::Object) return clear_object(*value.object, memory, value.size);
  std::memset(memory, 0, value.size);
  shadow_clear(memory, value.size);
  if (is_text(value)) clear_text(value, memory);
}

bool differs(const StandInValue& value, const void* memory, u32 first, u32 count) {
  if (is_text(value)) return text_differs(value, memory, first, count);
  if (value.role == StandInRole::Object) {
    return has_state(*value.object, memory) && !is_operand(state_of(*value.object, memory, nullptr), g.operands[first]);
  }
  for (u32 i = 0; i < value.leaf_count; ++i) {
    const StandInLeaf& leaf = value.leaves[i];
    if (is_poisoned(at(memory, leaf.offset), bytes_of(leaf))) continue;
    if (!is_operand(leaf_value(leaf, memory, nullptr), g.operands[first + i])) return true;
  }
  return false;
}

}  // namespace forall::runtime
