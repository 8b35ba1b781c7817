// Leaks: blocks that a run leaves behind and that nothing points to.
#pragma once

#include "runtime/state.h"

namespace forall::runtime {

// This memory is the runtime's own: addresses in it keep no block alive. For the variables that modules keep nobody has
// to say so.
void ignore_in_leak_search(const void* address, u64 size);

// Called when the test has ended without a fault. A block that is no longer reachable is the run's outcome, at the
// source line that allocated it. `frame` is that of the function that called the test: the stack above it is alive.
void look_for_leaks(const void* frame);

}  // namespace forall::runtime
