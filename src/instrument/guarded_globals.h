// Guards around global variables.
#pragma once

#include <llvm/IR/GlobalVariable.h>

namespace forall::instrument {

struct GuardedGlobal {
  llvm::Constant* address;
  std::uint64_t guard;  // bytes before it and, rounded up, after it; 0: it is unchanged
  llvm::Comdat* group;  // that the linker keeps or drops as a whole, or null
};

// Replaces a variable by a guarded one, if this module determines its size.
GuardedGlobal guardGlobal(llvm::GlobalVariable& variable, const llvm::DataLayout& layout);

}  // namespace forall::instrument
