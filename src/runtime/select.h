// Memory at a symbolic offset of an object, without deciding the offset.
#pragma once

#include "runtime/offsets.h"

namespace forall::runtime {

// Above these limits, deciding the offset is cheaper: a path costs about 0.1 ms, and the solver's cost of values that
// pass through memory at unknown places grows much faster than their number. (Two keys in a hash table of 8 slots of 32
// bits: 72 paths in 7 ms with decided writes, 3 paths in 400 ms without.)
inline constexpr u64 kMostRead = 512;         // candidates of a read
inline constexpr u64 kMostSymbolicRead = 64;  // ... of which this many may be symbolic
inline constexpr u64 kMostWritten = 64;       // bytes that a write of one byte may change
inline constexpr u64 kMostWrittenWide = 16;   // bytes that a wider write may change

// The value of `bytes` bytes at base + offset, where the offset is one of these: true and `result` if the expression is
// small enough. The offset has been decided to be among them.
bool select_load(u64 base, const Offsets& offsets, unsigned bytes, const StaticSite* site, Value& result);
// Called before the value is written at base + offset: every candidate becomes "if it is this one, the new value, else
// the old one". False if that is too much; then nothing was changed.
bool select_store(u64 base, const Offsets& offsets, unsigned bytes, Value value, const StaticSite* site);

}  // namespace forall::runtime
