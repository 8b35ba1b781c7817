// Promises of the source that are not checked must not be used: a program that breaks one would be proved.
#pragma once

#include <llvm/IR/Module.h>

namespace forall::instrument {

// Drops promises from the code as the frontend emitted it, or makes them checks.
void dropPromises(llvm::Module& module);

// Reads stay until they are instrumented, also those whose value makes no difference.
void keepLoads(llvm::Module& module);
void releaseLoads(llvm::Module& module);

}  // namespace forall::instrument
