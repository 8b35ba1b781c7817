// Promises of the source that are not checked must not be used: a PUT that breaks one might be proved.
#pragma once

#include <llvm/IR/Module.h>

namespace forall::instrument {

// Drops promises from the code that the front end emitted, or makes them checks.
void dropPromises(llvm::Module& module);

// Keeps reads until they are instrumented, even those whose value makes no difference.
void keepLoads(llvm::Module& module);
void releaseLoads(llvm::Module& module);

}  // namespace forall::instrument
