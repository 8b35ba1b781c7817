// Before instrumentation: operations that plain instructions can express become those, so that the instrumentation need
// not know them.
#pragma once

#include <llvm/IR/Function.h>

namespace forall::instrument {

void expandOperations(llvm::Function& function);

}  // namespace forall::instrument
