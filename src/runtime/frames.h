// Return addresses of the frames that lead to a fault.
#pragma once

#include "runtime/state.h"

namespace forall::runtime {

void frames_start();  // once per process: the unwinder allocates at its first use
// Writes the frames into the outcome, the one that `from` returns to first; `from` 0: all frames.
void record_frames(const void* from);

}  // namespace forall::runtime
