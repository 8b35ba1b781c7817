// Errors that the simplification would hide: it trims accesses that leave a variable, and removes memory that is only
// written, both before the access is checked.
#pragma once

#include <llvm/IR/PassManager.h>

namespace forall::instrument {

// Copies and fills whose length is not a constant become calls, which are opaque to the optimizer, until they are
// instrumented.
void callVariableTransfers(llvm::Module& module);
void restoreTransfers(llvm::Module& module);

// Puts a trap before each access that certainly leaves its variable. Runs before every pass that could trim the access.
class TrapOutsidePass : public llvm::PassInfoMixin<TrapOutsidePass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace forall::instrument
