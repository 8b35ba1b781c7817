// Blocks of the heap of which a program may use only a part: an array that is an input has room for the longest one
// allowed, but only as many elements as its count says, which may be symbolic.
#pragma once

#include "runtime/objects.h"
#include "runtime/value.h"

namespace forall::runtime {

bool has_extent(const Object& block);
// The number of elements in it. Width 0 if the block has no extent.
Value elements_of(const Object& block);
// The condition that an access of `size` bytes at `offset` from the start of this block, which has an extent, stays
// within the elements.
Value within_extent(const Object& block, Value offset, Value size);

// The length of the C string at `text`, if it is in an input that was never written to: an expression that needs no
// decision about characters and holds for strings of any length. Width 0 otherwise. The access to the first character
// has been checked.
Value length_of_input_text(const char* text, const StaticSite* site);

}  // namespace forall::runtime
