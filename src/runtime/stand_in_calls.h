// Calls of methods that axioms stand in for, and writes through the references that they return.
#pragma once

#include "runtime/state.h"

namespace forall::runtime {

// Makes writes through references since the last call part of the states of their objects.
void flush_writes(StaticSite* site);
// At the end of a run, notes writes that no call has seen, but other references may have seen.
void note_late_writes();

}  // namespace forall::runtime
