// Which values of a function may be symbolic? All others need no shadow and no code.
//
// An optimistic fixpoint: every value starts as concrete except for the sources (arguments, loads, results of calls),
// and the result of an operation on a value that may be symbolic may be symbolic. So a loop counter that starts at a
// constant stays concrete.
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include "instrument/known_calls.h"
#include "instrument/leaves.h"

namespace forall::instrument {

class SymbolicValues {
 public:
  SymbolicValues(llvm::Function& function, Leaves& leaves, const KnownCalls& known);
  bool contains(const llvm::Value* value) const { return symbolic_.contains(value); }
  // Adds a value that the instrumentation made in place of one of the source.
  void add(const llvm::Value* value) { symbolic_.insert(value); }

 private:
  bool isSource(const llvm::Instruction& instruction);
  bool passesOn(const llvm::Instruction& instruction);

  Leaves& leaves_;
  const KnownCalls& known_;
  llvm::DenseSet<const llvm::Value*> symbolic_;
};

// The integer intrinsics with a symbolic meaning, and those that return an operand.
bool isModeledIntrinsic(llvm::Intrinsic::ID id);
bool isForwardingIntrinsic(llvm::Intrinsic::ID id);

// The function a call goes to, seen through aliases; null for an indirect call.
llvm::Function* calledFunction(const llvm::CallBase& call);

}  // namespace forall::instrument
