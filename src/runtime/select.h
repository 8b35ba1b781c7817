// Memory at a symbolic offset of an object, without deciding the offset.
#pragma once

#include "runtime/objects.h"
#include "runtime/offsets.h"

namespace forall::runtime {

// Above these limits the offset is decided.
inline constexpr u64 kMostRead = 4096;         // candidates of a read
inline constexpr u64 kMostSymbolicRead = 256;  // ... of which this many may be symbolic
inline constexpr u64 kMostOverlapping = 16;    // bytes that a write may change where candidates overlap

// The value of `bytes` bytes at an offset of the object, which is one of these: true and `result` if the expression is
// small enough. The offset has been decided to be among them.
bool select_load(Object object, const Offsets& offsets, unsigned bytes, const StaticSite* site, Value& result);
// Called before the value is written at an offset of the object. False if that is too much; then nothing was changed.
bool select_store(Object object, const Offsets& offsets, unsigned bytes, Value value, const StaticSite* site);

}  // namespace forall::runtime
