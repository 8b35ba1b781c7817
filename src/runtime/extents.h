// Blocks of the heap of which a program may use only a part: an array that is an input has room for the longest one,
// and as many elements as its count says, which may be symbolic.
#pragma once

#include "runtime/objects.h"
#include "runtime/value.h"

namespace forall::runtime {

bool has_extent(const Object& block);
// For an access of `size` bytes at `offset` from the start of the block with this payload, which has an extent: "it
// stays in the elements that there are".
Value within_extent(const Object& block, Value offset, Value size);

// The length of the C string at `text`, where it lies in an input that nobody has written to: a number that needs no
// decision about characters and holds for strings of any length. Width 0 where that is not so. The access to its
// first character has been checked.
Value length_of_input_text(const char* text, const StaticSite* site);

}  // namespace forall::runtime
