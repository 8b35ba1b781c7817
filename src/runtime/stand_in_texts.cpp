// A text is a std::string in its own memory: a number of characters, which is an input, and room for as many as the
// length bound allows and the object itself holds. Characters after the end are zero.
#include "runtime/stand_in_texts.h"

#include <cstdio>

#include "forall/engine.h"
#include "runtime/decide.h"
#include "runtime/memory.h"
#include "runtime/shadow.h"
#include "runtime/sites.h"
#include "runtime/stand_in_objects.h"

namespace forall::runtime {

using abi::StandInRole;

namespace {

constexpr u64 kLocalCharacters = 15;  // in the std::string object itself
constexpr u64 kMostCharacters = 256;  // of a text that is compared with others

struct StringLayout {
  char* data;
  u64 size;
  char local[kLocalCharacters + 1];
};
struct ViewLayout {
  u64 size;
  const char* data;
};

// The places of a text's length and of the address of its characters.
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

struct TextRoom {
  char* characters;
  u64 room;
};

// An existing string keeps its memory: if it is not in the object itself, it has more room than is needed here.
TextRoom room_for_text(const StandInValue& value, void* memory, bool is_new) {
  const u64 bound = __forall_length_bound();
  const u64 room = bound < kLocalCharacters ? bound : kLocalCharacters;
  if (value.role == StandInRole::TextView) {
    char* const characters = static_cast<char*>(new_cell(kLocalCharacters + 1));
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
  const Value size = new_input(size_name, "unsigned long", ScalarKind::ULong, 64, bits, abi::InputOrigin::Choice);
  char text[80];
  std::snprintf(text, sizeof text, "strings of more than %llu elements", static_cast<unsigned long long>(room));
  hold(binary(Op::Ule, size, U128{room}), limit_site(abi::LedgerKind::LengthBound, text), abi::DecisionKind::Bound);
  return size;
}

Value make_character(const InputName& name, u64 index, bool counts) {
  char part[16];
  std::snprintf(part, sizeof part, "[%llu]", static_cast<unsigned long long>(index));
  const InputName character_name(Text().add(name.text.c_str()).add(part).c_str());
  const U128 bits = counts ? chosen_value(character_name.key, {0, 0}, 8) : 0;
  return new_input(character_name, "char", ScalarKind::Char, 8, bits, abi::InputOrigin::Choice);
}

// An access of the program to characters after the end is out of bounds, although there is room for more.
void limit_view(const char* characters, Value size) {
  auto* count = static_cast<u64*>(new_cell(sizeof(u64)));
  write_value(count, sizeof *count, size);
  __forall_extent(characters, count, sizeof *count, 1);
}

}  // namespace

bool is_text(const StandInValue& value) {
  return value.role == StandInRole::Text || value.role == StandInRole::TextView;
}

void decide_text(const StandInValue& value, const void* memory, StaticSite* site) {
  const TextFields fields = fields_of(value, memory);
  decide_value(shadow_load(fields.size, sizeof(u64), site), site, abi::DecisionKind::Value);
  const Value data = shadow_load(fields.data, sizeof(char*), site);
  if (data.symbolic() && *fields.size > 0) resolve_address(*fields.data, data.id, *fields.size, site, {});
  check_access(*fields.data, *fields.size, site);
}

void make_text(CallWriter& call, const StandInValue& value, void* memory, const InputName& name, const Parts& parts) {
  const TextRoom text = room_for_text(value, memory, parts.role == OperandRole::Result);
  const Value size = make_size(name, text.room);
  call.add(parts.role, ScalarKind::ULong, size, parts.name, parts.parameter);
  Value is_padded = concrete(1, 1);
  for (u64 i = 0; i < text.room; ++i) {
    const Value character = make_character(name, i, i < size.bits);
    call.add(parts.role, ScalarKind::Char, character, parts.name, parts.parameter);
    write_value(text.characters + i, 1, character);
    const Value counts = binary(Op::Ult, concrete(i, 64), size);
    is_padded = binary(Op::And, is_padded, binary(Op::Or, counts, equals(character, U128{0})));
  }
  hold(is_padded, inputs_site(), abi::DecisionKind::Assume);
  write_value(text.characters + text.room, 1, concrete(0, 8));
  write_value(const_cast<u64*>(fields_of(value, memory).size), sizeof(u64), size);
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

// The operands have the length, then some or all characters.
bool text_differs(const StandInValue& value, const void* memory, u32 first, u32 count) {
  const TextFields fields = fields_of(value, memory);
  if (is_poisoned(fields.size, sizeof(u64))) return false;  // not written since it became unreadable
  if (!is_operand(shadow_load(fields.size, sizeof(u64), nullptr), g.operands[first])) return true;
  for (u32 i = 1; i < count; ++i) {
    if (!is_operand(shadow_load(*fields.data + i - 1, 1, nullptr), g.operands[first + i])) return true;
  }
  return false;
}

void clear_text(const StandInValue& value, void* memory) {
  if (value.role == StandInRole::TextView) return;
  auto* string = static_cast<StringLayout*>(memory);
  string->data = string->local;
}

}  // namespace forall::runtime
