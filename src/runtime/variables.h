// The variables of the program: every run begins with the values that they had before the first one.
#pragma once

#include "runtime/objects.h"

namespace forall::runtime {

// The line of the ledger if there was no room for a copy of the variables or of the heap.
inline constexpr char kUnsaved[] = "no memory to save the program's variables";

// The thread-local variables of the executable, in the thread that runs the tests.
Object thread_local_memory();

}  // namespace forall::runtime
