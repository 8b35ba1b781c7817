// Return addresses of the frames that lead to a fault.
#pragma once

#include "runtime/state.h"

namespace forall::runtime {

// Writes the frames into the outcome, beginning with the one that `from` returns to; `from` 0: all frames.
void record_frames(const void* from);
// The same for a throw, which becomes an outcome only if nothing catches it: kept until record_throw_frames.
void keep_throw_frames(const void* from);
void record_throw_frames();

}  // namespace forall::runtime
