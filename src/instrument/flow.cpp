#include "instrument/flow.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

namespace forall::instrument {

namespace {

using Blocks = llvm::SmallVector<const llvm::BasicBlock*, 4>;

Blocks successorsOf(const llvm::BasicBlock& block, const QuietFunctions& quiet) {
  const auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(block.getTerminator());
  if (invoke != nullptr && !quiet.canThrow(*invoke)) return {invoke->getNormalDest()};
  return Blocks(llvm::succ_begin(&block), llvm::succ_end(&block));
}

}  // namespace

// The largest set such that each of its functions throws only by calling one that is not in it.
QuietFunctions::QuietFunctions(const llvm::Module& module) {
  std::vector<const llvm::Function*> work;
  for (const llvm::Function& function : module) {
    if (function.isDeclaration() || function.isInterposable()) continue;
    quiet_.insert(&function);
    work.push_back(&function);
  }
  while (!work.empty()) {
    const llvm::Function* function = work.back();
    work.pop_back();
    if (!quiet_.contains(function) || !throws(*function)) continue;
    quiet_.erase(function);
    for (const llvm::User* user : function->users()) {
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(user)) work.push_back(call->getFunction());
    }
  }
}

bool QuietFunctions::canThrow(const llvm::CallBase& call) const {
  return !call.doesNotThrow() && !quiet_.contains(call.getCalledFunction());
}

bool QuietFunctions::throws(const llvm::Function& function) const {
  const Flow flow(function, *this);
  for (const llvm::BasicBlock* block : flow.blocks()) {
    for (const llvm::Instruction& instruction : *block) {
      const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (call != nullptr ? canThrow(*call) : instruction.mayThrow()) return true;
    }
  }
  return false;
}

Flow::Flow(const llvm::Function& function, const QuietFunctions& quiet) : quiet_(quiet) {
  Blocks stack{&function.getEntryBlock()};
  llvm::DenseSet<const llvm::BasicBlock*> is_visited;
  entries_[stack.back()] = 0;
  while (!stack.empty()) {
    const llvm::BasicBlock* block = stack.pop_back_val();
    if (!is_visited.insert(block).second) continue;
    blocks_.push_back(block);
    const Blocks successors = successorsOf(*block, quiet);
    for (const llvm::BasicBlock* next : llvm::reverse(successors)) {
      ++entries_[next];
      stack.push_back(next);
    }
  }
}

bool Flow::isContinuation(const llvm::BasicBlock& block) const {
  const auto entries = entries_.find(&block);
  if (entries == entries_.end() || entries->second != 1) return false;
  return llvm::any_of(llvm::predecessors(&block), [&](const llvm::BasicBlock* before) {
    return isReached(*before) && isContinued(*before) && successorsOf(*before, quiet_).front() == &block;
  });
}

bool Flow::isContinued(const llvm::BasicBlock& block) const {
  const llvm::Instruction* end = block.getTerminator();
  const bool goes_on = llvm::isa<llvm::BranchInst>(end) || llvm::isa<llvm::InvokeInst>(end);
  const Blocks next = successorsOf(block, quiet_);
  return goes_on && next.size() == 1 && entries_.lookup(next.front()) == 1;
}

bool Flow::isIdle(const llvm::Instruction& instruction) const {
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return !store->isVolatile() && isIdleVariable(*store->getPointerOperand());
  if (instruction.isLifetimeStartOrEnd()) return isIdleVariable(*instruction.getOperand(1));
  return isIdleVariable(instruction);
}

bool Flow::isIdleVariable(const llvm::Value& value) const {
  if (!llvm::isa<llvm::AllocaInst>(value)) return false;
  return llvm::all_of(value.users(), [&](const llvm::User* user) {
    const auto* instruction = llvm::cast<llvm::Instruction>(user);
    if (!isReached(*instruction->getParent())) return true;
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(instruction);
    if (store != nullptr) return !store->isVolatile() && store->getValueOperand() != &value;
    return instruction->isLifetimeStartOrEnd();
  });
}

}  // namespace forall::instrument
