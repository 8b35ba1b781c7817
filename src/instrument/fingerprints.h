// Records a hash of each function and variable of the module, so that the explorer sees what has changed since the last
// time (abi/code_section.h). Must be called before the module is changed.
#pragma once

#include <llvm/IR/Module.h>

namespace forall::instrument {

void emitFingerprints(llvm::Module& module);

}  // namespace forall::instrument
