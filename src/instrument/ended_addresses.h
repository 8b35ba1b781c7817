// Addresses of blocks that were freed: a later block may have the same one, and realloc may move the block or not.
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Function.h>

namespace forall::instrument {

// Comparisons with an address that this function freed before. In a run, such a block never stays at its address, and
// no later block gets it.
llvm::DenseSet<const llvm::Instruction*> comparisonsOfEndedAddresses(llvm::Function& function);

}  // namespace forall::instrument
