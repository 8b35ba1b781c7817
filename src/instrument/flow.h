// The possible flow of control in a function.
//
// Clang calls a function by `invoke`, with a block for exceptions, unless it has seen that the function cannot throw;
// that depends on the order in which the functions of the file are used. Here an invoke of a function of the module
// that cannot throw counts as a call, wherever that function is defined.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>

#include <vector>

namespace forall::instrument {

// The functions of a module that cannot throw.
class QuietFunctions {
 public:
  explicit QuietFunctions(const llvm::Module& module);
  bool canThrow(const llvm::CallBase& call) const;

 private:
  bool throws(const llvm::Function& function) const;

  llvm::DenseSet<const llvm::Function*> quiet_;
};

class Flow {
 public:
  Flow(const llvm::Function& function, const QuietFunctions& quiet);

  // All reachable blocks, in an order that depends only on the flow.
  const std::vector<const llvm::BasicBlock*>& blocks() const { return blocks_; }
  bool isReached(const llvm::BasicBlock& block) const { return entries_.contains(&block); }
  // Is this block reached only from the end of the block before, which leads nowhere else?
  bool isContinuation(const llvm::BasicBlock& block) const;
  // Does a block end by going on with a continuation?
  bool isContinued(const llvm::BasicBlock& block) const;
  // Is this a variable that nothing reads, a store to it, or the beginning or end of its lifetime?
  bool isIdle(const llvm::Instruction& instruction) const;

 private:
  bool isIdleVariable(const llvm::Value& value) const;

  const QuietFunctions& quiet_;
  std::vector<const llvm::BasicBlock*> blocks_;
  llvm::DenseMap<const llvm::BasicBlock*, unsigned> entries_;  // edges that lead to the block
};

}  // namespace forall::instrument
