// Code that only describes the tests, before they run.
#pragma once

#include <llvm/IR/Module.h>

#include "instrument/known_calls.h"

namespace forall::instrument {

// The static member that FORALL(Suite, Name) defines is Suite_Name_Forall::ForallAt<line>::registration; here it loses
// the line, so that a test that only moves in its file stays the same.
void nameRegistrations(llvm::Module& module);

// Marks the functions that nothing but uninstrumented functions of forall's headers, or the registration of GoogleTest's
// tests, can reach: they never see a symbolic value, so instrumenting them would only make targets larger. In a small test
// they are most of the code, so those that are the same for every test and keep no state are not compiled at all: the
// runtime contains them.
void leaveBookkeepingAlone(llvm::Module& module, const KnownCalls& known);

}  // namespace forall::instrument
