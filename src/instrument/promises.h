// Promises of the source that are not checked must not be used: a PUT that breaks one might be proved.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/IR/ValueHandle.h>

#include <vector>

namespace forall::instrument {

// Drops promises from the code that the front end emitted, or makes them checks.
void dropPromises(llvm::Module& module);

// Keeps reads until they are instrumented, even those whose value makes no difference.
void keepLoads(llvm::Module& module);
void releaseLoads(llvm::Module& module);

// As long as this exists, constants are variables: optimization removes what writes to a constant, since no program can.
class ConstantsAsVariables {
 public:
  explicit ConstantsAsVariables(llvm::Module& module);
  ~ConstantsAsVariables();
  ConstantsAsVariables(const ConstantsAsVariables&) = delete;
  ConstantsAsVariables& operator=(const ConstantsAsVariables&) = delete;

 private:
  std::vector<llvm::WeakVH> constants_;
};

// At the end: such writes are volatile, so that the program dies of them.
void keepWritesToConstants(llvm::Function& function);

}  // namespace forall::instrument
