// The scopes of variables, which the simplification forgets when it takes a variable out of memory. A variable that is
// surely used after its scope stays in memory, where its flags (guards.cpp) say that it has ended:
//
//   %inner = alloca i32                        %inner = alloca i32
//   call @llvm.lifetime.end(ptr %inner)        call @llvm.donothing() [ "forall.pin"(ptr %inner) ]
//   store i32 1, ptr %inner                    ...
//
// Which variables are is seen only when the pointers to them have left memory, so those whose address is stored are
// pinned until then. Where a pointer is one of several, unset.h does the rest.
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PassManager.h>

namespace forall::instrument {

llvm::SmallVector<llvm::IntrinsicInst*, 2> scopeOf(llvm::AllocaInst& local);
bool beginsScope(const llvm::IntrinsicInst& marker);

// Is the variable, by its own address, read or written where its scope has ended?
bool isUsedAfterScope(const llvm::AllocaInst& local, llvm::ArrayRef<llvm::IntrinsicInst*> scope);

// Takes variables out of memory as SROA does, but for those.
class PromotePass : public llvm::PassInfoMixin<PromotePass> {
 public:
  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

// After the simplification.
void unpinVariables(llvm::Module& module);

}  // namespace forall::instrument
