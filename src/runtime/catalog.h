// What the explorer is told once, at start-up: the PUTs and the sites.
#pragma once

#include "runtime/state.h"

namespace forall::runtime {

inline constexpr u32 kDynamicStringSize = 256;

// Writes PUTs and sites into the segment. Returns null, or what does not fit.
const char* write_catalog();

}  // namespace forall::runtime
