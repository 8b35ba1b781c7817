// Methods of the classes that axioms describe get thunks that ask the runtime (abi/stand_ins.h).
#pragma once

#include <llvm/IR/Module.h>

namespace forall::instrument {

// Called on the original module: the added code is instrumented like the rest. A module without such a class is not
// changed.
void addStandIns(llvm::Module& module);

bool hasStandIns(const llvm::Module& module);

}  // namespace forall::instrument
