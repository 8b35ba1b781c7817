// Keeps the branches that a user wrote through the short pipeline, and joins those inside an assumption.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace forall::instrument {

// Before the pipeline: every direction of every branch in the user's code gets a keeper, a call that no pass may
// remove, merge or speculate. Without it, a branch whose two sides compute the same, or only feed a comparison that
// folds, would be removed, and with it the paths and the coverage that a user expects to see.
void keepBranches(llvm::Module& module);
// After the pipeline: removes the keepers, and marks the branches whose condition the pipeline turned round.
void releaseBranches(llvm::Module& module);
// Is the condition false where that of the source is true?
bool isTurnedRound(const llvm::BranchInst& branch);

// ASSUME(a && b) is one condition, not two: if the code up to it has no effects, the branches become selections, and
// nothing forks.
void joinAssumptions(llvm::Module& module);

}  // namespace forall::instrument
