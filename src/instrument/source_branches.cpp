// Keepers:
//
//   br i1 %c, label %then, label %else         then:  call void @__forall_keep(i64 3)
//                                              else:  call void @__forall_keep(i64 4)
//
// Their numbers differ, and are odd on the side on which the condition is true. Passes turn conditions round (`!=` becomes
// `==` with the sides swapped). The condition stays as they made it, since equal conditions then look alike, but
// the branch is marked, so that true means in branch coverage what it means in the source.
//
// Joined assumptions, from the innermost condition outwards:
//
//   entry:  br i1 %a, label %rhs, label %end   entry:  %b = icmp ...
//   rhs:    %b = icmp ...                              %joined = select i1 %a, i1 %b, i1 false
//           br label %end                              br label %end
//   end:    %c = phi i1 [ false, %entry ], [ %b, %rhs ]
//           call void @__forall_assume(i1 %c, ...)
#include "instrument/source_branches.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <optional>

#include "instrument/known_calls.h"
#include "instrument/sites.h"

namespace forall::instrument {

namespace {

constexpr const char* kKeeper = "__forall_keep";
constexpr const char* kTurnedRound = "forall.turned_round";
constexpr const char* kAssume = "__forall_assume";
constexpr unsigned kMostJoined = 64;  // instructions moved before a branch

// Whether this is the closure around the condition of an assumption, in which nothing forks.
bool isAssumption(const llvm::Function& function) {
  for (const llvm::User* user : function.users()) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    if (call == nullptr || call->getCalledFunction() != &function) continue;
    for (const llvm::User* taker : call->users()) {
      const auto* outer = llvm::dyn_cast<llvm::CallBase>(taker);
      if (outer != nullptr && outer->getCalledFunction() != nullptr &&
          outer->getCalledFunction()->getName() == kAssume) {
        return true;
      }
    }
  }
  return false;
}

bool isTrap(const llvm::BasicBlock& block) {
  for (const llvm::Instruction& instruction : block) {
    const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (call == nullptr) continue;
    if (call->getIntrinsicID() == llvm::Intrinsic::ubsantrap || call->getIntrinsicID() == llvm::Intrinsic::trap)
      return true;
  }
  return false;
}

llvm::Function* keeper(llvm::Module& module) {
  llvm::LLVMContext& context = module.getContext();
  auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), {llvm::Type::getInt64Ty(context)}, false);
  auto* function = llvm::cast<llvm::Function>(module.getOrInsertFunction(kKeeper, type).getCallee());
  function->setMemoryEffects(llvm::MemoryEffects::inaccessibleMemOnly());
  for (const auto attribute : {llvm::Attribute::NoUnwind, llvm::Attribute::WillReturn, llvm::Attribute::NoCallback}) {
    function->addFnAttr(attribute);
  }
  return function;
}

// Cases of a switch that lead to one block are one direction, with one keeper.
void keepDirections(llvm::Instruction& terminator, llvm::Function* keep, std::uint64_t& number) {
  llvm::SmallSetVector<llvm::BasicBlock*, 8> directions;
  for (unsigned i = 0; i < terminator.getNumSuccessors(); ++i) directions.insert(terminator.getSuccessor(i));
  for (llvm::BasicBlock* direction : directions) {
    const bool is_true = llvm::isa<llvm::BranchInst>(terminator) && direction == terminator.getSuccessor(0);
    if (isTrap(*direction)) continue;
    if (direction->getUniquePredecessor() == nullptr) {
      direction = llvm::SplitBlockPredecessors(direction, {terminator.getParent()}, "");
      if (direction == nullptr) continue;
    }
    llvm::IRBuilder<> builder(direction, direction->getFirstInsertionPt());
    builder.SetCurrentDebugLocation(terminator.getDebugLoc());
    builder.CreateCall(keep, {builder.getInt64(2 * ++number + (is_true ? 1 : 0))});
  }
}

// The side that the keeper of this direction names, if the branch is the one that it was made for.
std::optional<bool> sideOf(const llvm::BranchInst& branch, unsigned successor, const llvm::Function* keep) {
  for (const llvm::Instruction& instruction : *branch.getSuccessor(successor)) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call == nullptr || call->getCalledFunction() != keep) continue;
    if (call->getDebugLoc() != branch.getDebugLoc()) return std::nullopt;
    return (llvm::cast<llvm::ConstantInt>(call->getArgOperand(0))->getZExtValue() & 1) != 0;
  }
  return std::nullopt;
}

bool movesFreely(const llvm::BasicBlock& block) {
  unsigned count = 0;
  for (const llvm::Instruction& instruction : block) {
    if (instruction.isTerminator()) break;
    if (llvm::isa<llvm::DbgInfoIntrinsic>(instruction)) continue;
    if (llvm::isa<llvm::PHINode>(instruction) || ++count > kMostJoined ||
        !llvm::isSafeToSpeculativelyExecute(&instruction)) {
      return false;
    }
  }
  return true;
}

// Joins one block of the pattern above into its predecessor. `end` is the block where the paths meet.
bool joinOne(llvm::BasicBlock& end) {
  for (llvm::BasicBlock* side : llvm::predecessors(&end)) {
    llvm::BasicBlock* head = side->getSinglePredecessor();
    if (head == nullptr || head == &end || side == head || side->getSingleSuccessor() != &end || !movesFreely(*side))
      continue;
    auto* branch = llvm::dyn_cast<llvm::BranchInst>(head->getTerminator());
    if (branch == nullptr || !branch->isConditional()) continue;
    const bool side_is_true = branch->getSuccessor(0) == side;
    if (branch->getSuccessor(side_is_true ? 1 : 0) != &end) continue;
    head->splice(branch->getIterator(), side, side->begin(), side->getTerminator()->getIterator());
    llvm::IRBuilder<> builder(branch);
    for (llvm::PHINode& phi : end.phis()) {
      llvm::Value* from_side = phi.getIncomingValueForBlock(side);
      llvm::Value* direct = phi.getIncomingValueForBlock(head);
      llvm::Value* joined = builder.CreateSelect(branch->getCondition(), side_is_true ? from_side : direct,
                                                 side_is_true ? direct : from_side);
      phi.setIncomingValueForBlock(head, joined);
      phi.removeIncomingValue(side, /*DeletePHIIfEmpty=*/false);
    }
    llvm::BranchInst::Create(&end, branch->getIterator())->setDebugLoc(branch->getDebugLoc());
    branch->eraseFromParent();
    side->getTerminator()->eraseFromParent();
    side->eraseFromParent();
    return true;
  }
  return false;
}

}  // namespace

void keepBranches(llvm::Module& module) {
  const KnownCalls known(module);
  llvm::Function* keep = keeper(module);
  std::uint64_t number = 0;
  for (llvm::Function& function : module) {
    if (!known.instruments(function) || !isUserCode(function) || isAssumption(function)) continue;
    llvm::SmallVector<llvm::Instruction*, 16> terminators;
    for (llvm::BasicBlock& block : function) {
      llvm::Instruction* terminator = block.getTerminator();
      const auto* branch = llvm::dyn_cast<llvm::BranchInst>(terminator);
      if ((branch != nullptr && branch->isConditional()) || llvm::isa<llvm::SwitchInst>(terminator)) {
        terminators.push_back(terminator);
      }
    }
    for (llvm::Instruction* terminator : terminators) keepDirections(*terminator, keep, number);
  }
}

void releaseBranches(llvm::Module& module) {
  llvm::Function* keep = module.getFunction(kKeeper);
  if (keep == nullptr) return;
  for (llvm::Function& function : module) {
    for (llvm::BasicBlock& block : function) {
      auto* branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
      if (branch == nullptr || branch->isUnconditional()) continue;
      if (sideOf(*branch, 0, keep) == false && sideOf(*branch, 1, keep) == true)
        branch->setMetadata(kTurnedRound, llvm::MDNode::get(module.getContext(), {}));
    }
  }
  for (llvm::User* user : llvm::make_early_inc_range(keep->users()))
    llvm::cast<llvm::Instruction>(user)->eraseFromParent();
  keep->eraseFromParent();
}

bool isTurnedRound(const llvm::BranchInst& branch) { return branch.getMetadata(kTurnedRound) != nullptr; }

void joinAssumptions(llvm::Module& module) {
  llvm::Function* assume = module.getFunction(kAssume);
  if (assume == nullptr) return;
  for (llvm::User* user : assume->users()) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(user);
    if (call == nullptr || call->getCalledFunction() != assume) continue;
    auto* phi = llvm::dyn_cast<llvm::PHINode>(call->getArgOperand(0));
    if (phi == nullptr) continue;
    while (joinOne(*phi->getParent())) {
    }
  }
}

}  // namespace forall::instrument
