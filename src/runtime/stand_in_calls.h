// Calls of methods that axioms stand in for, and what is written through the references that they give.
#pragma once

#include "runtime/state.h"

namespace forall::runtime {

// What was written through references since the last call becomes part of the states of their objects.
void flush_writes(StaticSite* site);
// At the end of a run: writes that no call has seen, and that other references may have seen.
void note_late_writes();

}  // namespace forall::runtime
