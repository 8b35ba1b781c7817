// Only values of this function are considered: the freed pointer, and integers made from it.
#include "instrument/ended_addresses.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace forall::instrument {

namespace {

bool isPlainCast(const llvm::Value* value) {
  return llvm::isa<llvm::PtrToIntInst, llvm::IntToPtrInst, llvm::BitCastInst>(value);
}

llvm::Value* withoutCasts(llvm::Value* value) {
  while (isPlainCast(value)) value = llvm::cast<llvm::CastInst>(value)->getOperand(0);
  return value;
}

bool endsBlock(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr || call.arg_empty()) return false;
  const llvm::StringRef name = callee->getName();
  return name == "__forall_model_free" || name.starts_with("__forall_model_realloc") ||
         name.starts_with("__forall_model_delete");
}

// Is there a path from the call to the comparison on which the value stays the same?
bool comesAfter(const llvm::CallBase& call, const llvm::ICmpInst& comparison, const llvm::Value* value) {
  const llvm::BasicBlock* from = call.getParent();
  const llvm::BasicBlock* to = comparison.getParent();
  if (from == to && call.comesBefore(&comparison)) return true;
  llvm::SmallPtrSet<llvm::BasicBlock*, 1> made_anew;
  if (const auto* definition = llvm::dyn_cast<llvm::Instruction>(value)) {
    if (definition->getParent() == to) return false;
    made_anew.insert(const_cast<llvm::BasicBlock*>(definition->getParent()));
  }
  llvm::SmallVector<llvm::BasicBlock*, 4> next;
  for (const llvm::BasicBlock* block : llvm::successors(from)) next.push_back(const_cast<llvm::BasicBlock*>(block));
  return !next.empty() && llvm::isPotentiallyReachableFromMany(next, to, &made_anew);
}

bool isAsked(const llvm::ICmpInst& comparison) {
  return llvm::none_of(comparison.operands(), [](const llvm::Use& use) {
    const auto* constant = llvm::dyn_cast<llvm::Constant>(use.get());
    return constant != nullptr && constant->isNullValue();
  });
}

void addComparisons(const llvm::CallBase& call, llvm::DenseSet<const llvm::Instruction*>& found) {
  llvm::Value* ended = withoutCasts(call.getArgOperand(0));
  if (llvm::isa<llvm::Constant>(ended)) return;
  llvm::SmallVector<const llvm::Value*, 4> pending = {ended};
  while (!pending.empty()) {
    const llvm::Value* value = pending.pop_back_val();
    for (const llvm::User* user : value->users()) {
      if (isPlainCast(user)) pending.push_back(user);
      const auto* comparison = llvm::dyn_cast<llvm::ICmpInst>(user);
      if (comparison != nullptr && isAsked(*comparison) && comesAfter(call, *comparison, ended))
        found.insert(comparison);
    }
  }
}

}  // namespace

llvm::DenseSet<const llvm::Instruction*> comparisonsOfEndedAddresses(llvm::Function& function) {
  llvm::DenseSet<const llvm::Instruction*> found;
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (call != nullptr && endsBlock(*call)) addComparisons(*call, found);
  }
  return found;
}

}  // namespace forall::instrument
