// The scalar leaves of a value, each of which carries an expression id.
//
//   i32                 one leaf of width 32
//   ptr, double         one leaf of width 64: pointers and floating point are bit patterns
//   { i64, [2 x i32] }  leaves of width 64, 32, 32
//   <2 x i32>           leaves of width 32, 32: the lanes
//   i256                one opaque leaf of width 0, which is always concrete
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/DerivedTypes.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

namespace forall::instrument {

struct Leaf {
  llvm::Type* type;
  unsigned width;        // in bits; 0 = opaque
  std::uint64_t offset;  // in bytes, in memory; meaningless for lanes that are not a whole number of bytes
  llvm::SmallVector<unsigned, 4> path;
  std::optional<unsigned> lane = std::nullopt;  // of the vector at the end of the path
};

using LeafList = llvm::SmallVector<Leaf, 2>;

class Leaves {
 public:
  explicit Leaves(const llvm::DataLayout& layout) : layout_(layout) {}

  const LeafList& of(llvm::Type* type);
  // The half-open range of leaves below a path of an aggregate; empty if the aggregate is opaque.
  std::pair<unsigned, unsigned> range(llvm::Type* aggregate, llvm::ArrayRef<unsigned> path);
  // Does the type have a leaf that can be symbolic?
  bool tracked(llvm::Type* type);

 private:
  void collect(llvm::Type* type, std::uint64_t offset, llvm::SmallVectorImpl<unsigned>& path, LeafList& leaves);
  unsigned width(llvm::Type* type) const;
  bool hasLanes(llvm::Type* type, bool is_alone) const;

  const llvm::DataLayout& layout_;
  llvm::DenseMap<llvm::Type*, std::unique_ptr<LeafList>> cache_;
};

}  // namespace forall::instrument
