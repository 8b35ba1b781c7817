// The steps before a module is instrumented.
#pragma once

#include <llvm/IR/PassManager.h>

namespace forall::instrument {

// Keeps the branches of the source: tells LLVM's own passes not to fold them, and keeps uninstrumented functions apart.
void protectSource(llvm::Module& module);
// A short pipeline, so that instrumented code is nearly as small as optimized code: scalars leave memory, small
// functions are inlined, dead ones are removed. Branches are not turned into selections, nor is code moved across them.
void simplify(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
// Atomic operations become plain ones: code under test has one thread.
void lowerAtomics(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
// Variadic arguments of the program's own functions go through memory.
void passVariadicArgumentsInMemory(llvm::Module& module);
// Operations that plain scalar ones can express become those; vectors are taken apart unless a test wants to see them.
void usePlainOperations(llvm::Module& module, llvm::ModuleAnalysisManager& analyses, bool takes_vectors_apart);
// Finds out which functions keep pointers that they are given.
void findCaptures(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
// Calls of functions that the runtime models go to the models.
void callModels(llvm::Module& module);
// Calls of variadic functions that have a model go to it, with the variadic arguments in an array (variadic.cpp).
void callVariadicModels(llvm::Module& module);

}  // namespace forall::instrument
