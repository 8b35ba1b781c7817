#include "instrument/scopes.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Scalar/SROA.h>

#include "instrument/unset.h"

namespace forall::instrument {

namespace {

constexpr const char* kPin = "forall.pin";
constexpr unsigned kMostRounds = 4;  // pointers to pointers to pointers

llvm::CallInst* pin(llvm::AllocaInst& local) {
  llvm::IRBuilder<> builder(&*local.getParent()->getFirstNonPHIOrDbgOrAlloca());
  llvm::Function* nothing = llvm::Intrinsic::getDeclaration(local.getModule(), llvm::Intrinsic::donothing);
  return builder.CreateCall(nothing, {}, {llvm::OperandBundleDef(kPin, &local)});
}

bool isPin(const llvm::User& user) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&user);
  return call != nullptr && call->getOperandBundle(kPin).has_value();
}

bool ends(const llvm::IntrinsicInst* marker) { return !beginsScope(*marker); }

llvm::SmallVector<llvm::AllocaInst*, 16> variablesWithEnd(llvm::Function& function) {
  llvm::SmallVector<llvm::AllocaInst*, 16> locals;
  for (llvm::Instruction& instruction : function.getEntryBlock()) {
    auto* local = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (local != nullptr && llvm::any_of(scopeOf(*local), ends)) locals.push_back(local);
  }
  return locals;
}

void unpin(llvm::AllocaInst& local) {
  for (llvm::User* user : llvm::make_early_inc_range(local.users())) {
    if (isPin(*user)) llvm::cast<llvm::Instruction>(user)->eraseFromParent();
  }
}

// May a pointer in memory point to the variable, or a pointer that is one of several? A pointer that is an argument of
// a call becomes an address only when the call is inlined, and then this is checked again.
enum class Pointers { None, Merged, Stored };
Pointers pointersTo(const llvm::AllocaInst& local) {
  Pointers found = Pointers::None;
  llvm::SmallVector<const llvm::Value*, 8> work{&local};
  while (!work.empty()) {
    const llvm::Value* address = work.pop_back_val();
    for (const llvm::User* user : address->users()) {
      const auto* store = llvm::dyn_cast<llvm::StoreInst>(user);
      if (store != nullptr && store->getValueOperand() == address) return Pointers::Stored;
      if (llvm::isa<llvm::PHINode, llvm::SelectInst>(user)) found = Pointers::Merged;
      if (llvm::isa<llvm::GetElementPtrInst>(user)) work.push_back(user);
    }
  }
  return found;
}

}  // namespace

llvm::SmallVector<llvm::IntrinsicInst*, 2> scopeOf(llvm::AllocaInst& local) {
  llvm::SmallVector<llvm::IntrinsicInst*, 2> markers;
  for (llvm::User* user : local.users()) {
    auto* marker = llvm::dyn_cast<llvm::IntrinsicInst>(user);
    if (marker != nullptr && marker->isLifetimeStartOrEnd()) markers.push_back(marker);
  }
  return markers;
}

bool beginsScope(const llvm::IntrinsicInst& marker) {
  return marker.getIntrinsicID() == llvm::Intrinsic::lifetime_start;
}

bool isUsedAfterScope(const llvm::AllocaInst& local, llvm::ArrayRef<llvm::IntrinsicInst*> scope) {
  llvm::SmallPtrSet<const llvm::Instruction*, 16> uses, starts;
  llvm::SmallVector<const llvm::Value*, 8> addresses{&local};
  while (!addresses.empty()) {
    for (const llvm::User* user : addresses.pop_back_val()->users()) {
      const auto* use = llvm::cast<llvm::Instruction>(user);
      if (llvm::isa<llvm::GetElementPtrInst>(use)) {
        addresses.push_back(use);
      } else if (llvm::isa<llvm::LoadInst, llvm::StoreInst, llvm::MemIntrinsic>(use)) {
        uses.insert(use);
      }
    }
  }
  llvm::SmallVector<const llvm::Instruction*, 8> work;
  for (const llvm::IntrinsicInst* marker : scope) {
    if (beginsScope(*marker)) {
      starts.insert(marker);
    } else {
      work.push_back(marker->getNextNode());
    }
  }
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen;
  while (!work.empty()) {
    const llvm::Instruction* at = work.pop_back_val();
    for (; at != nullptr && !starts.contains(at); at = at->getNextNode()) {
      if (uses.contains(at)) return true;
      if (!at->isTerminator()) continue;
      for (const llvm::BasicBlock* next : llvm::successors(at)) {
        if (seen.insert(next).second) work.push_back(&next->front());
      }
    }
  }
  return false;
}

llvm::PreservedAnalyses PromotePass::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
  llvm::SROAPass promote(llvm::SROAOptions::ModifyCFG);
  const auto run = [&] { analyses.invalidate(function, promote.run(function, analyses)); };
  if (!hasUnsetValues(function)) return promote.run(function, analyses);
  // Variables that are pinned for good, or as long as a pointer in memory may hide how they are used.
  llvm::SmallVector<llvm::AllocaInst*, 16> open = variablesWithEnd(function);
  for (llvm::AllocaInst* local : open) {
    unpin(*local);
    if (pointersTo(*local) == Pointers::None) continue;
    for (llvm::IntrinsicInst* marker : scopeOf(*local)) {
      if (ends(marker)) giveEndedValue(*local, *marker);
    }
  }
  const auto settle = [&] {
    llvm::erase_if(open, [](llvm::AllocaInst* local) {
      const bool stays = isUsedAfterScope(*local, scopeOf(*local));
      const bool waits = !stays && pointersTo(*local) == Pointers::Stored;
      unpin(*local);
      if (stays || waits) pin(*local);
      return !waits;
    });
  };
  settle();
  for (unsigned round = 0; round < kMostRounds && !open.empty(); ++round) {
    const std::size_t before = open.size();
    run();
    settle();
    if (open.size() == before) break;
  }
  for (llvm::AllocaInst* local : open) unpin(*local);
  run();
  forgetEndedValues(function);
  // Later passes may find out more, and must not remove variables that are then only written.
  for (llvm::AllocaInst* local : variablesWithEnd(function)) {
    unpin(*local);
    if (pointersTo(*local) != Pointers::None || isUsedAfterScope(*local, scopeOf(*local))) pin(*local);
  }
  return llvm::PreservedAnalyses::none();
}

void unpinVariables(llvm::Module& module) {
  llvm::Function* nothing = module.getFunction("llvm.donothing");
  if (nothing == nullptr) return;
  for (llvm::User* user : llvm::make_early_inc_range(nothing->users())) {
    if (isPin(*user)) llvm::cast<llvm::Instruction>(user)->eraseFromParent();
  }
}

}  // namespace forall::instrument
