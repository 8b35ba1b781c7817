// The PUTs and the sites, which the explorer is told once, at start-up.
#pragma once

#include "runtime/state.h"

namespace forall::runtime {

inline constexpr u32 kDynamicStringSize = 256;

// Writes PUTs and sites into the segment. Returns null, or a message that says what does not fit.
const char* write_catalog();

}  // namespace forall::runtime
