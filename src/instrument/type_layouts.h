// The types of variables and of objects on the heap, from debug information, for the runtime (abi::TypeLayout).
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>

#include <optional>
#include <string>

#include "instrument/sites.h"

namespace forall::instrument {

class TypeLayouts {
 public:
  TypeLayouts(llvm::Module& module, SiteTable& sites) : module_(module), sites_(sites) {}

  // A pointer to the layout; null if nothing is known of the type.
  llvm::Constant* of(const llvm::DIType* type);

 private:
  struct Layout {
    std::uint64_t size = 0;
    std::string name;
    bool is_union = false;
    llvm::SmallVector<llvm::Constant*, 8> parts;
  };
  std::optional<Layout> read(const llvm::DIType& type);
  std::optional<Layout> readClass(const llvm::DICompositeType& type);
  std::optional<Layout> readArray(const llvm::DICompositeType& type);
  llvm::Constant* part(std::uint64_t offset, std::uint64_t size, const llvm::DIType* type);
  llvm::Constant* emit(const Layout& layout, bool is_constant);

  llvm::Module& module_;
  SiteTable& sites_;
  llvm::DenseMap<const llvm::DIType*, llvm::Constant*> known_;
};

// What names a type where casts are checked; empty: any type may be there.
std::string nameForCasts(const llvm::DIType& type);

}  // namespace forall::instrument
