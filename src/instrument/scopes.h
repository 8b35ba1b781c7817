// The scopes of variables, which the simplification loses when it promotes a variable to a register. A variable that is
// certainly used after its scope stays in memory, where its flags (guards.cpp) say that the scope has ended:
//
//   %inner = alloca i32                        %inner = alloca i32
//   call @llvm.lifetime.end(ptr %inner)        call @llvm.donothing() [ "forall.pin"(ptr %inner) ]
//   store i32 1, ptr %inner                    ...
//
// Which variables these are is known only when the pointers to them have left memory, so variables whose address is
// stored are pinned until then. If a pointer is one of several, unset.h handles it.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PassManager.h>

namespace forall::instrument {

llvm::SmallVector<llvm::IntrinsicInst*, 2> scopeOf(llvm::AllocaInst& local);
bool beginsScope(const llvm::IntrinsicInst& marker);

// Is the variable read or written, by its own address, after its scope has ended?
bool isUsedAfterScope(const llvm::AllocaInst& local, llvm::ArrayRef<llvm::IntrinsicInst*> scope);

// Promotes variables to registers as SROA does, except for those.
class PromotePass : public llvm::PassInfoMixin<PromotePass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

// Called after the simplification.
void unpinVariables(llvm::Module& module);

}  // namespace forall::instrument
