// Allocation for instrumented code, and for other code that frees its blocks.
#pragma once

#include "runtime/heap.h"

namespace forall::runtime {

// Frees a block of the arena. A block that is not live, or was allocated by another kind of function, is a fault of the
// code under test.
void release(void* pointer, const void* caller, Origin origin = Origin::Any, const StaticSite* site = nullptr);
// A block of the real heap is about to be freed: it loses its shadow.
void forget_foreign(void* pointer);

}  // namespace forall::runtime
