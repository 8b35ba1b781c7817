// Accesses at symbolic addresses.
#pragma once

#include "runtime/objects.h"
#include "runtime/value.h"

namespace forall::runtime {

// Makes the address concrete for an access of `size` bytes: decides whether it is in its object (outside ends the run)
// and which address it is; an address without a known object costs a ledger line. `hint` is the object, where it is
// known.
void resolve_address(const void* address, u32 id, u64 size, StaticSite* site, Object hint);

// The same before a read, which checks the rest.
void decide_pointer(const void* address, u32 id, u64 size, StaticSite* site);

// Decides that `length` bytes from this concrete address on are in its object; if they are not, the run ends.
void decide_inside(const void* address, Object object, Value length, StaticSite* site);

// Ends the run if two ranges of this size overlap without being the same.
void check_apart(const void* a, const void* b, u64 size, const StaticSite* site);
// A pointer was moved out of its object, to this address. If it is accessed there, the run ends; else it is a failure of
// the run, which goes on: an access that hits a guard says more.
void leave_object(u64 address, Object object, bool is_accessed, const StaticSite* site, const void* caller);
// What is accessed may be only read, or else anything.
enum class Purpose : bool { Read, Any };
// Checks an access of instrumented code, or of a model: the run ends if it leaves a block of the heap or touches a
// freed one. Cheap for all other memory.
void check_access(const void* address, u64 size, const StaticSite* site, Purpose purpose = Purpose::Any);

}  // namespace forall::runtime
