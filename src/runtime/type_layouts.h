// The types of objects, as far as they are known.
#pragma once

#include "runtime/objects.h"

namespace forall::runtime {

// Null: nothing is known. An object on the heap may be an array of such.
const abi::TypeLayout* type_of(const Object& object);

// Where arithmetic on a pointer into the object must stay, which points to something of `element` bytes: the array, or
// the single member, in the object that it points into. The whole object, unless its type says more.
struct Surroundings {
  Object object;
  bool is_certain = true;  // false: the pointer is the end of one member and the start of the next
};
Surroundings surroundings_of(const Object& object, u64 address, u64 element);

// Is there a (part of an) object of this type at the address? Unknown: nothing says what is there.
enum class Found : u8 { No, Yes, Unknown };
Found find_type(const Object& object, u64 address, const char* name);
// Is what lies at the address constant?
bool is_constant_at(const Object& object, u64 address);

}  // namespace forall::runtime
