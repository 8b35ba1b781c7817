// The object that a pointer belongs to, where that must be known.
#pragma once

#include "runtime/objects.h"

namespace forall::runtime {

// The object of a pointer, which may be symbolic: then that of the pointers in its expression; only if they point into
// several objects is the pointer decided. Empty if none is known.
Object object_of(const void* pointer, u32 id, StaticSite* site);

}  // namespace forall::runtime
