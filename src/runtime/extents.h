// Blocks of the heap of which a program may use only a part: an array that is an input has room for the longest one,
// and as many elements as its count says, which may be symbolic.
#pragma once

#include "runtime/objects.h"
#include "runtime/value.h"

namespace forall::runtime {

void start_extents();  // once per process
void begin_extents();  // before each run

bool has_extent(const Object& block);
// For an access of `size` bytes at `offset` from the start of the block with this payload, which has an extent: "it
// stays in the elements that there are".
Value within_extent(const Object& block, Value offset, Value size);

}  // namespace forall::runtime
