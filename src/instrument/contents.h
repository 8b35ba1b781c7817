// A hash of the contents of a function or variable.
//
// It does not depend on anything else in the file: local values count by their number in the function, types by their
// structure, other functions and variables by what `Reference` returns for them, and blocks of code in the order in
// which control reaches them (flow.h). Debug information and other metadata do not count, nor do the source lines that
// assertions are called with.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Module.h>

#include <cstdint>

#include "instrument/flow.h"

namespace forall::instrument {

std::uint64_t combined(std::uint64_t hash, std::uint64_t next);

class ContentHasher {
 public:
  // Called for each mention of a function or variable that is not an intrinsic, in order; returns what to hash for it.
  using Reference = llvm::function_ref<std::uint64_t(const llvm::GlobalValue&)>;

  explicit ContentHasher(const llvm::Module& module);

  std::uint64_t hash(const llvm::GlobalValue& value, Reference reference);

 private:
  class Body;  // hashes one value

  std::uint64_t type(const llvm::Type* type);
  std::uint64_t attributes(const llvm::AttributeList& list);

  QuietFunctions quiet_;
  llvm::DenseMap<const llvm::Type*, std::uint64_t> types_;
  llvm::DenseMap<const void*, std::uint64_t> attributes_;
  llvm::DenseMap<const llvm::GlobalValue*, std::uint64_t> annotations_;
};

}  // namespace forall::instrument
