// Writes down what each function and variable of the module is, for the explorer to see what has changed since the last
// time (abi/code_section.h). To be called before the module is changed.
#pragma once

#include <llvm/IR/Module.h>

namespace forall::instrument {

void emitFingerprints(llvm::Module& module);

}  // namespace forall::instrument
