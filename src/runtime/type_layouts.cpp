#include "runtime/type_layouts.h"

#include <cstring>

#include "runtime/extents.h"
#include "runtime/heap.h"
#include "runtime/stack_memory.h"

namespace forall::runtime {

namespace {

// The widest array of such elements around an address: one of structures that have a single member could be meant as an
// array of either. Members of a union share their memory.
void widen(const abi::TypeLayout& type, u64 origin, u64 address, u64 element, Object& widest) {
  if (type.is_union != 0) return;
  for (u64 i = 0; i < type.count; ++i) {
    const abi::TypePart& part = type.parts[i];
    const Object array{origin + part.offset, part.size};
    if (part.type == nullptr || !array.contains(address)) continue;
    if (part.type->size == element && array.size > widest.size) widest = array;
    const u64 index = (address - array.base) / part.type->size;
    widen(*part.type, array.base + index * part.type->size, address, element, widest);
  }
}

Object array_around(const Object& object, const abi::TypeLayout& type, u64 address, u64 element) {
  if (!object.contains(address)) return {};
  if (type.size == element) return object;
  Object widest;
  const u64 index = (address - object.base) / type.size;
  widen(type, object.base + index * type.size, address, element, widest);
  return widest;
}

// Calls visit(type, its address) for everything that has the address in it, from the outside; null: nothing is known.
template <typename Visit>
void visit_types(const abi::TypeLayout* type, u64 origin, u64 address, Visit visit) {
  visit(type, origin);
  if (type == nullptr) return;
  for (u64 i = 0; i < type->count; ++i) {
    const abi::TypePart& part = type->parts[i];
    const u64 at = origin + part.offset;
    if (address - at >= part.size) continue;
    const u64 index = part.type != nullptr ? (address - at) / part.type->size : 0;
    visit_types(part.type, part.type != nullptr ? at + index * part.type->size : at, address, visit);
  }
}

template <typename Visit>
void visit_types_at(const Object& object, u64 address, Visit visit) {
  const abi::TypeLayout* type = type_of(object);
  const u64 index = type != nullptr ? (address - object.base) / type->size : 0;
  visit_types(type, type != nullptr ? object.base + index * type->size : object.base, address, visit);
}

}  // namespace

Found find_type(const Object& object, u64 address, const char* name) {
  Found found = Found::No;
  visit_types_at(object, address, [&](const abi::TypeLayout* type, u64 at) {
    if (found == Found::Yes) return;
    if (type == nullptr) {
      found = Found::Unknown;
    } else if (at == address && type->name != nullptr && std::strcmp(type->name, name) == 0) {
      found = Found::Yes;
    }
  });
  return found;
}

bool is_constant_at(const Object& object, u64 address) {
  bool is_constant = false;
  visit_types_at(object, address, [&](const abi::TypeLayout* type, u64) {
    is_constant = is_constant || (type != nullptr && type->is_constant != 0);
  });
  return is_constant;
}

const abi::TypeLayout* type_of(const Object& object) {
  if (in_arena(object.base)) return heap_type(object.base);
  if (const StackVariable variable = find_stack_variable(object.base); variable.object)
    return variable.description->type;
  const abi::StaticGlobal* global = global_at(object.base);
  return global != nullptr ? global->type : nullptr;
}

Surroundings surroundings_of(const Object& object, u64 address, u64 element) {
  const abi::TypeLayout* type = type_of(object);
  if (type == nullptr || object.size % type->size != 0) return {object};
  const Object around = array_around(object, *type, address, element);
  const Object before = array_around(object, *type, address - 1, element);
  const bool is_end = before && before.base + before.size == address;
  if (!around) return is_end && address == object.base + object.size ? Surroundings{before} : Surroundings{object};
  if (!is_end || before.base == around.base) return {around};
  return {{before.base, around.base + around.size - before.base}, false};
}

}  // namespace forall::runtime
