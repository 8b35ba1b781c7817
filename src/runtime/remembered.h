// All memory of the program, as it was at one moment of a run.
#pragma once

#include "runtime/state.h"

namespace forall::runtime {

// An object was built: it counts as if it had existed before, as it is now.
void remember_built(u64 address);

}  // namespace forall::runtime
