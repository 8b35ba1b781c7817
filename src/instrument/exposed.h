// Errors that the simplification would hide: it cuts accesses that leave a variable down to it, and removes memory that
// is only written, both before anything has checked the access.
#pragma once

#include <llvm/IR/PassManager.h>

namespace forall::instrument {

// Copies and fills whose length is not a constant become calls, which are opaque to the optimizer, until they are
// instrumented.
void callVariableTransfers(llvm::Module& module);
void restoreTransfers(llvm::Module& module);

// An access that surely leaves its variable becomes a trap in front of it. Runs before every pass that could cut it.
class TrapOutsidePass : public llvm::PassInfoMixin<TrapOutsidePass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace forall::instrument
