// Run-time checks that the compiler inserted (-fsanitize=... -fsanitize-trap=all), as branches to trap blocks.
#pragma once

#include <llvm/IR/Function.h>

namespace forall::instrument {

// Gives each branch to a trap its own trap block, and each condition of a combined check its own branch, so that every
// check has its own source line and its own fault.
void separateChecks(llvm::Function& function);

// Records in the trap of each check of pointer arithmetic which pointer it began with, for the name of the fault. Only
// FunctionInstrumenter can read it.
void keepBasesOfPointers(llvm::Function& function);

// The argument of llvm.ubsantrap for unreachable code, for a copy that overlaps its source, and so on.
unsigned trapOfUnreachable();
unsigned trapOfOverlap();
unsigned trapOfBounds();
unsigned trapOfType();

}  // namespace forall::instrument
