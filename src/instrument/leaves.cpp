#include "instrument/leaves.h"

#include <algorithm>

#include "abi/operators.h"
#include "abi/target_state.h"

namespace forall::instrument {

unsigned Leaves::width(llvm::Type* type) const {
  if (!type->isIntegerTy() && !type->isPointerTy() && !type->isFloatingPointTy()) return 0;
  const std::uint64_t bits = layout_.getTypeSizeInBits(type).getFixedValue();
  return bits <= abi::kMaxWidth ? static_cast<unsigned>(bits) : 0;
}

// Lanes that are not whole bytes are packed in memory bit by bit: such a vector is loaded and stored as an integer.
bool Leaves::hasLanes(llvm::Type* type, bool is_alone) const {
  auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  if (vector == nullptr) return false;
  const unsigned bits = width(vector->getElementType());
  if (bits % 8 != 0) return is_alone;
  return bits != 0 && layout_.getTypeAllocSizeInBits(vector->getElementType()).getFixedValue() == bits;
}

void Leaves::collect(llvm::Type* type, std::uint64_t offset, llvm::SmallVectorImpl<unsigned>& path, LeafList& leaves) {
  if (leaves.size() > abi::kMaxArguments) return;
  if (auto* structure = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout* fields = layout_.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i) {
      path.push_back(i);
      collect(structure->getElementType(i), offset + fields->getElementOffset(i).getFixedValue(), path, leaves);
      path.pop_back();
    }
  } else if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    const std::uint64_t step = layout_.getTypeAllocSize(array->getElementType()).getFixedValue();
    const std::uint64_t count = std::min<std::uint64_t>(array->getNumElements(), abi::kMaxArguments + 1);
    for (unsigned i = 0; i < count; ++i) {
      path.push_back(i);
      collect(array->getElementType(), offset + i * step, path, leaves);
      path.pop_back();
    }
  } else if (hasLanes(type, path.empty())) {
    auto* vector = llvm::cast<llvm::FixedVectorType>(type);
    const unsigned bits = width(vector->getElementType());
    const unsigned count = std::min(vector->getNumElements(), abi::kMaxArguments + 1);
    for (unsigned lane = 0; lane < count; ++lane) {
      leaves.push_back({vector->getElementType(), bits, offset + std::uint64_t{lane} * bits / 8,
                        llvm::SmallVector<unsigned, 4>(path.begin(), path.end()), lane});
    }
  } else {
    leaves.push_back({type, width(type), offset, llvm::SmallVector<unsigned, 4>(path.begin(), path.end())});
  }
}

const LeafList& Leaves::of(llvm::Type* type) {
  std::unique_ptr<LeafList>& entry = cache_[type];
  if (!entry) {
    entry = std::make_unique<LeafList>();
    const bool has_value =
        type->isFirstClassType() && !type->isTokenTy() && !type->isMetadataTy() && !type->isLabelTy();
    if (has_value) {
      llvm::SmallVector<unsigned, 8> path;
      // Types are small and shallow; this is the only recursion, over a type's nesting.
      collect(type, 0, path, *entry);
      if (entry->size() > abi::kMaxArguments) {
        entry->clear();
        entry->push_back({type, 0, 0, {}});
      }
    }
  }
  return *entry;
}

std::pair<unsigned, unsigned> Leaves::range(llvm::Type* aggregate, llvm::ArrayRef<unsigned> path) {
  const LeafList& leaves = of(aggregate);
  const auto below = [&](const Leaf& leaf) {
    return leaf.path.size() >= path.size() && std::equal(path.begin(), path.end(), leaf.path.begin());
  };
  unsigned first = 0;
  while (first < leaves.size() && !below(leaves[first])) ++first;
  unsigned last = first;
  while (last < leaves.size() && below(leaves[last])) ++last;
  return {first, last};
}

bool Leaves::tracked(llvm::Type* type) {
  return llvm::any_of(of(type), [](const Leaf& leaf) { return leaf.width != 0; });
}

}  // namespace forall::instrument
