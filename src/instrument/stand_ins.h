// Methods of the classes that axioms describe get thunks that ask the runtime (abi/stand_ins.h).
#pragma once

#include <llvm/IR/Module.h>

namespace forall::instrument {

// On the module as it comes: what it adds is instrumented like the rest. A module that knows no such class stays as it
// is.
void addStandIns(llvm::Module& module);

bool hasStandIns(const llvm::Module& module);

}  // namespace forall::instrument
