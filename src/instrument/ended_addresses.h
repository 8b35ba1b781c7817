// Addresses of blocks that were given back: a later block may have the same one, and realloc may move or not.
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Function.h>

namespace forall::instrument {

// Comparisons with an address that this function freed before. In a run such a block has never moved to the same
// place, and no block has its address again.
llvm::DenseSet<const llvm::Instruction*> comparisonsOfEndedAddresses(llvm::Function& function);

}  // namespace forall::instrument
