// Leaks: blocks that a run leaves behind and that nothing points to.
#pragma once

#include "runtime/state.h"

namespace forall::runtime {

// This memory is the runtime's own: what it says of the program's addresses keeps nothing alive.
void ignore_in_leak_search(const void* address, u64 size);

// The test has ended and nothing is wrong so far. A block that cannot be reached any more is the run's outcome, at the
// source line that allocated it. `frame` is that of the function which called the test: what is above it is alive.
void look_for_leaks(const void* frame);

}  // namespace forall::runtime
