// Uninitialised values.
//
// Memory of a new variable or block is unset until it is written (the flags, abi/target_state.h; where only some of 8
// bytes are unset, a map of bits says which). Moving an unset value is allowed. An operator that uses one gets a leaf
// for it, whose bits are 0 in this run. Before a decision on such leaves, it is decided that no other value of them
// would change it:
//
//   if (x + u > 3)    ->    check (x + 0 > 3) == (x + u' > 3)    for a new input u'
//
// so that only uses that something depends on are errors: copying padding and the bits next to a bit-field are not.
#pragma once

#include "runtime/flags.h"
#include "runtime/value.h"

namespace forall::runtime {

// Nothing has been written there yet: a new block of the heap, or the place where an unset value was stored.
void unset_memory(u64 address, u64 size);
// The objects there were destroyed, and the memory lives on (instrument/destroyed.h).
void destroy_memory(u64 address, u64 size);
// Something was written there.
void set_memory(u64 address, u64 size);
// Code that is not instrumented has this pointer: the objects that it can reach, up to a limit, count as written.
void set_reachable(u64 pointer, bool is_deep = true);
inline bool may_be_unset(u64 address, u64 size) { return any_flag(address, size, abi::kUnsetFlags); }
// Is nothing (everything) of up to 16 bytes written?
bool is_unset(u64 address, unsigned size);
bool is_set(u64 address, u64 size);
// Copies the marks as memmove does the bytes; both ranges are open.
void copy_unset(u64 to, u64 from, u64 size);

// Makes the contents of the unset bytes, of up to 16 bytes, a new leaf.
void name_unset(u64 address, unsigned size);

// Decides that the value does not depend on uninitialised values; if it does, ends the run.
enum class UnsetUse { Decides, Passed, Returned };
void require_set(Value value, StaticSite* site, UnsetUse use = UnsetUse::Decides);

}  // namespace forall::runtime
