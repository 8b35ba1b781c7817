// Which object an address belongs to: a block of the heap, a global variable, a stack object.
#pragma once

#include "runtime/value.h"

extern "C" {
[[gnu::weak, gnu::visibility("hidden")]] extern forall::abi::StaticGlobal __start_forall_globals[];
[[gnu::weak, gnu::visibility("hidden")]] extern forall::abi::StaticGlobal __stop_forall_globals[];
}

namespace forall::runtime {

// Calls visit(global) for each global that a run can change.
template <typename Visit>
void for_each_mutable_global(Visit visit) {
  for (abi::StaticGlobal* global = __start_forall_globals; global != __stop_forall_globals; ++global) {
    if (global->is_constant == 0 && global->size > 0) visit(*global);
  }
}

struct Object {
  u64 base = 0;
  u64 size = 0;
  explicit operator bool() const { return base != 0; }
  bool contains(u64 address) const { return address - base < size; }
};

// The global variable that contains this address, or null.
const abi::StaticGlobal* global_at(u64 address);
Object find_global(u64 address);
// The guarded global variable that is next to this address, or null.
const abi::StaticGlobal* global_near(u64 address);

// The object that contains this address.
Object find_object(u64 address);

// The object that a symbolic address was computed from: the pointer in the sum that the expression is. Depends on the
// expression alone, so that all runs of one path agree. Empty if no pointer, or no single object, can be found.
Object object_of_expression(u32 id);

// The object that a pointer belongs to; one past the end belongs to the object. Empty if the end of one object is the
// start of the next.
Object object_of_pointer(u64 address);

// Is the expression a choice (an Ite) between values of which one points into an object?
bool chooses_pointer(u32 id);

}  // namespace forall::runtime
