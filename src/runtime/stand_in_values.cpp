// A text is a std::string in its own memory: a number of characters, which is an input, and room for as many as the
// length bound allows and the object itself holds. Characters behind the end are zero.
#include "runtime/stand_in_values.h"

#include <sys/mman.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "runtime/decide.h"
#include "runtime/heap.h"
#include "runtime/leaks.h"
#include "runtime/memory.h"
#include "runtime/references.h"
#include "runtime/run.h"
#include "runtime/shadow.h"
#include "runtime/sites.h"
#include "runtime/stand_ins.h"
#include "runtime/trace.h"

namespace forall::runtime {

using abi::StandInLeaf;
using abi::StandInRole;

namespace {

constexpr u64 kLocalCharacters = 15;  // that a std::string holds in itself
constexpr u64 kMostCharacters = 256;  // of a text that is compared with others
constexpr u64 kFirstPage = 4096;
constexpr u64 kCopiedBytes = 16;  // of an object, that calls may pass in registers
constexpr char kStateOf[] = "state of ";

struct StringLayout {
  char* data;
  u64 size;
  char local[kLocalCharacters + 1];
};
struct ViewLayout {
  u64 size;
  const char* data;
};

// Where a text has its length and the address of its characters.
struct TextFields {
  const u64* size;
  const char* const* data;
};
TextFields fields_of(const StandInValue& value, const void* memory) {
  if (value.role == StandInRole::TextView) {
    const auto* view = static_cast<const ViewLayout*>(memory);
    return {&view->size, &view->data};
  }
  const auto* string = static_cast<const StringLayout*>(memory);
  return {&string->size, &string->data};
}

bool is_text(const StandInValue& value) {
  return value.role == StandInRole::Text || value.role == StandInRole::TextView;
}

unsigned bytes_of(const StandInLeaf& leaf) { return (leaf.width + 7u) / 8; }
unsigned state_bytes(const StandInClass& type) { return type.state_bits / 8; }

const char* at(const void* memory, u64 offset) { return static_cast<const char*>(memory) + offset; }
char* at(void* memory, u64 offset) { return static_cast<char*>(memory) + offset; }

Value leaf_value(const StandInLeaf& leaf, const void* memory, const StaticSite* site) {
  return extract(shadow_load(at(memory, leaf.offset), bytes_of(leaf), site), 0, leaf.width);
}

void write(void* memory, unsigned bytes, Value value) {
  std::memcpy(memory, &value.bits, bytes);
  shadow_store(memory, bytes, value);
}

// ---- Pointers: a result is null or one that this run has seen.

struct SeenPointer {
  const char* type;
  Value value;
};
constexpr u32 kMostPointers = 256;
SeenPointer pointers[kMostPointers];
u32 pointer_count = 0;
u32 state_count = 0;  // made in this run

// By node, up to the last one that was asked for: does it depend on the state of an object?
u8* depends = nullptr;
u32 depends_known = 0;

bool is_state(const abi::InputRecord& input) {
  return std::strncmp(g.strings + input.type, kStateOf, sizeof kStateOf - 1) == 0;
}

bool depends_on_state(u32 id) {
  for (; depends_known <= id; ++depends_known) {
    const abi::Node& node = g.nodes[depends_known];
    const unsigned arity = info(node.op).arity;
    depends[depends_known] = (node.op == Op::Input && is_state(g.inputs[node.a])) ||
                             (arity > 0 && depends[node.a] != 0) || (arity > 1 && depends[node.b] != 0) ||
                             (arity > 2 && depends[node.c] != 0);
  }
  return depends[id] != 0;
}

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
  const Value pointer = new_input(name, value.type, ScalarKind::ULong, 64, bits, true);
  Value any = concrete(0, 1);
  for_each_candidate(value.type, [&](Value candidate) { any = binary(Op::Or, any, equals(pointer, candidate)); });
  hold(any, bound_site("object-bound: pointers to objects that no call has seen"), abi::DecisionKind::Bound);
  return pointer;
}

// ---- Texts

struct TextRoom {
  char* characters;
  u64 room;
};

// An existing string keeps its memory: what is not in the object itself is longer than what is made here.
TextRoom room_for_text(const StandInValue& value, void* memory, bool is_new) {
  const u64 bound = __forall_length_bound();
  const u64 room = bound < kLocalCharacters ? bound : kLocalCharacters;
  if (value.role == StandInRole::TextView) {
    char* const characters = static_cast<char*>(heap_allocate(kLocalCharacters + 1));
    auto* view = static_cast<ViewLayout*>(memory);
    view->data = characters;
    shadow_clear(&view->data, sizeof view->data);
    return {characters, room};
  }
  auto* string = static_cast<StringLayout*>(memory);
  if (is_new) {
    string->data = string->local;
    shadow_clear(&string->data, sizeof string->data);
  }
  return {string->data, room};
}

Value make_size(const InputName& name, u64 room) {
  const InputName size_name(Text().add(name.text.c_str()).add(".size").c_str());
  U128 bits = chosen_value(size_name.key, {0, 0}, 64);
  if (bits > room) bits = 0;
  const Value size = new_input(size_name, "unsigned long", ScalarKind::ULong, 64, bits, true);
  char text[80];
  std::snprintf(text, sizeof text, "length-bound: strings of more than %llu elements",
                static_cast<unsigned long long>(room));
  hold(binary(Op::Ule, size, U128{room}), bound_site(text), abi::DecisionKind::Bound);
  return size;
}

Value make_character(const InputName& name, u64 index, bool counts) {
  char part[16];
  std::snprintf(part, sizeof part, "[%llu]", static_cast<unsigned long long>(index));
  const InputName character_name(Text().add(name.text.c_str()).add(part).c_str());
  const U128 bits = counts ? chosen_value(character_name.key, {0, 0}, 8) : 0;
  return new_input(character_name, "char", ScalarKind::Char, 8, bits, true);
}

// An access of the program to characters behind the end is out of bounds, though there is room for more.
void limit_view(const char* characters, Value size) {
  auto* count = static_cast<u64*>(heap_allocate(sizeof(u64)));
  write(count, sizeof *count, size);
  __forall_extent(characters, count, sizeof *count, 1);
}

void make_text(CallWriter& call, const StandInValue& value, void* memory, const InputName& name, const Parts& parts) {
  const TextRoom text = room_for_text(value, memory, parts.role == OperandRole::Result);
  const Value size = make_size(name, text.room);
  call.add(parts.role, ScalarKind::ULong, size, parts.name, parts.parameter);
  Value is_padded = concrete(1, 1);
  for (u64 i = 0; i < text.room; ++i) {
    const Value character = make_character(name, i, i < size.bits);
    call.add(parts.role, ScalarKind::Char, character, parts.name, parts.parameter);
    write(text.characters + i, 1, character);
    const Value counts = binary(Op::Ult, concrete(i, 64), size);
    is_padded = binary(Op::And, is_padded, binary(Op::Or, counts, equals(character, U128{0})));
  }
  hold(is_padded, inputs_site(), abi::DecisionKind::Assume);
  write(text.characters + text.room, 1, concrete(0, 8));
  write(const_cast<u64*>(fields_of(value, memory).size), sizeof(u64), size);
  if (value.role == StandInRole::TextView) limit_view(text.characters, size);
}

void add_text(CallWriter& call, const StandInValue& value, const void* memory, const Parts& parts, bool& is_comparable,
              const StaticSite* site) {
  const TextFields fields = fields_of(value, memory);
  const Value size = shadow_load(fields.size, sizeof(u64), site);
  note_use_of_state(size, site);
  call.add(parts.role, ScalarKind::ULong, size, parts.name, parts.parameter);
  if (*fields.size > kMostCharacters) {
    is_comparable = false;
    return;
  }
  for (u64 i = 0; i < *fields.size; ++i) {
    const Value character = shadow_load(*fields.data + i, 1, site);
    note_use_of_state(character, site);
    call.add(parts.role, ScalarKind::Char, character, parts.name, parts.parameter);
  }
}

bool is(Value value, const abi::OperandRecord& operand) {
  return value.id == operand.node && expr::from_u128(value.bits) == operand.value;
}

// The operands have the length, then some or all characters.
bool text_differs(const StandInValue& value, const void* memory, u32 first, u32 count) {
  const TextFields fields = fields_of(value, memory);
  if (is_poisoned(fields.size, sizeof(u64))) return false;  // not written since it became unreadable
  if (!is(shadow_load(fields.size, sizeof(u64), nullptr), g.operands[first])) return true;
  for (u32 i = 1; i < count; ++i) {
    if (!is(shadow_load(*fields.data + i - 1, 1, nullptr), g.operands[first + i])) return true;
  }
  return false;
}

Text part_name(const char* name, const StandInValue& value, u32 leaf) {
  Text text;
  text.add(name);
  if (value.leaf_count == 1) return text;
  char part[16];
  std::snprintf(part, sizeof part, ".%u", leaf);
  return text.add(part);
}

}  // namespace

void start_stand_in_values() { ignore_in_leak_search(pointers, sizeof pointers); }

void begin_stand_in_values() {
  pointer_count = state_count = 0;
  depends_known = 1;
  if (g.header->request.stand_ins == 0 || depends != nullptr) return;
  void* memory = mmap(nullptr, g.header->nodes.capacity, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) std::abort();
  ignore_in_leak_search(memory, g.header->nodes.capacity);
  depends = static_cast<u8*>(memory);
}

// ---- Calls

void CallWriter::add(const abi::OperandRecord& operand) {
  if (!append(g.header->operands, g.operands, operand)) cut_run(abi::Fault::TraceFull, nullptr);
}

void CallWriter::add(OperandRole role, ScalarKind kind, Value value, const char* name, u32 parameter) {
  add({role, kind, value.width, value.id, add_string(name), parameter, expr::from_u128(value.bits)});
}

void CallWriter::add_unequal(const char* name, u32 parameter) {
  add(OperandRole::Unequal, ScalarKind::UChar, concrete(0, 8), name, parameter);
}

u32 CallWriter::finish(const char* method, const char* short_name, u32 flags, StaticSite* site) {
  abi::CallRecord record{};
  record.method = add_string(method);
  record.site = site_index(site);
  record.decisions = g.header->decisions.count;
  record.first_operand = first_;
  record.operand_count = g.header->operands.count - first_;
  record.short_name = add_string(short_name);
  record.flags = flags;
  if (!append(g.header->calls, g.calls, record)) cut_run(abi::Fault::TraceFull, nullptr);
  return g.header->calls.count - 1;
}

// ---- Objects

bool has_room(const StandInClass& type) { return type.state_bits >= 8; }

Value state_of(const StandInClass& type, const void* object, const StaticSite* site) {
  return shadow_load(at(object, type.state_offset), state_bytes(type), site);
}

bool has_state(const StandInClass& type, const void* object) {
  const char* place = at(object, type.state_offset);
  if (!has_room(type) || !may_be_symbolic(place, state_bytes(type)) || is_poisoned(place, state_bytes(type)))
    return false;
  ++__forall_state.suspended;
  const bool is_there = shadow_load(place, state_bytes(type), nullptr).symbolic();
  --__forall_state.suspended;
  return is_there;
}

void set_state(const StandInClass& type, void* object, std::size_t size, Value state) {
  const unsigned bytes = state_bytes(type);
  write(at(object, type.state_offset), bytes, state);
  const u64 end = size < kCopiedBytes ? size : kCopiedBytes;
  for (u64 offset = type.state_offset + bytes; offset < end; offset += bytes) {
    const auto part = static_cast<unsigned>(end - offset < bytes ? end - offset : bytes);
    write(at(object, offset), part, extract(state, 0, 8 * part));
  }
}

void note_use_of_state(Value value, const StaticSite* site) {
  if (!value.symbolic() || !depends_on_state(value.id)) return;
  add_ledger(abi::LedgerKind::UnsupportedCode, site, "memory of an object that axioms stand in for");
}

Value new_state(const StandInClass& type, const InputName& name, bool is_choice) {
  const U128 bits = chosen_value(name.key, {++state_count, 0}, type.state_bits);
  const Text text = Text().add(kStateOf).add(class_spelling(type));
  return new_input(name, text.c_str(), ScalarKind::UInt, type.state_bits, bits, is_choice);
}

void clear_object(const StandInClass& type, void* object, std::size_t size) {
  if (size == 0) return;
  std::memset(object, 0, size);
  shadow_poison(object, size, kUnreadable);
  if (type.state_offset > 0) shadow_clear(object, type.state_offset);
  if (type.functions != nullptr) std::memcpy(object, &type.functions, sizeof type.functions);
}

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
  decide_text(value, memory, site);
  return memory;
}

void decide_text(const StandInValue& value, const void* memory, StaticSite* site) {
  if (!is_text(value)) return;
  const TextFields fields = fields_of(value, memory);
  decide_value(shadow_load(fields.size, sizeof(u64), site), site, abi::DecisionKind::Value);
  const Value data = shadow_load(fields.data, sizeof(char*), site);
  if (data.symbolic() && *fields.size > 0) resolve_address(*fields.data, data.id, *fields.size, site, {});
  check_access(*fields.data, *fields.size, site);
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
    const Value state = new_state(*value.object, name, true);
    set_state(*value.object, memory, value.size, state);
    return call.add(parts.role, ScalarKind::UInt, state, parts.name, parts.parameter);
  }
  if (is_pointer(value)) {
    const Value pointer = make_pointer(value, name);
    write(at(memory, value.leaves[0].offset), bytes_of(value.leaves[0]), pointer);
    return call.add(parts.role, value.leaves[0].kind, pointer, parts.name, parts.parameter);
  }
  for (u32 i = 0; i < value.leaf_count; ++i) {
    const StandInLeaf& leaf = value.leaves[i];
    const auto make = [&](const InputName& leaf_name) {
      const U128 bits = chosen_value(leaf_name.key, {0, 0}, leaf.width);
      return new_input(leaf_name, value.type, leaf.kind, leaf.width, bits, true);
    };
    const Value input =
        value.leaf_count == 1 ? make(name) : make(InputName(part_name(name.text.c_str(), value, i).c_str()));
    write(at(memory, leaf.offset), bytes_of(leaf), input);
    call.add(parts.role, leaf.kind, input, part_name(parts.name, value, i).c_str(), parts.parameter);
  }
}

void clear_value(const StandInValue& value, void* memory) {
  if (value.role == StandInRole::Object) return clear_object(*value.object, memory, value.size);
  std::memset(memory, 0, value.size);
  shadow_clear(memory, value.size);
  if (value.role == StandInRole::Text) {
    auto* string = static_cast<StringLayout*>(memory);
    string->data = string->local;
  }
}

bool differs(const StandInValue& value, const void* memory, u32 first, u32 count) {
  if (is_text(value)) return text_differs(value, memory, first, count);
  if (value.role == StandInRole::Object) {
    return has_state(*value.object, memory) && !is(state_of(*value.object, memory, nullptr), g.operands[first]);
  }
  for (u32 i = 0; i < value.leaf_count; ++i) {
    const StandInLeaf& leaf = value.leaves[i];
    if (is_poisoned(at(memory, leaf.offset), bytes_of(leaf))) continue;
    if (!is(leaf_value(leaf, memory, nullptr), g.operands[first + i])) return true;
  }
  return false;
}

}  // namespace forall::runtime
