// A guarded variable is the middle of a structure; an alias for the middle has its name:
//
//   @table = global [4 x i32] ...   ->   @table.guarded = private global { [32 x i8], [4 x i32], [48 x i8] } ...
//                                        @table = alias [4 x i32], getelementptr (@table.guarded, 0, 1)
//
// A variable that the linker merges by name (`inline`, of a template) stays in its group, and so does the record of its
// guards: the linker may keep a copy from an object compiled without the pass, which has none.
#include "instrument/guarded_globals.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <algorithm>

namespace forall::instrument {

namespace {

constexpr std::uint64_t kLeastGuard = 32;
constexpr std::uint64_t kMostGlobalGuard = 1024;

bool isInUsedList(const llvm::GlobalVariable& variable) {
  llvm::SmallVector<llvm::GlobalValue*, 8> used;
  for (const bool compiler_only : {false, true})
    llvm::collectUsedGlobalVariables(*variable.getParent(), used, compiler_only);
  return llvm::is_contained(used, &variable);
}

bool canBeGuarded(const llvm::GlobalVariable& variable) {
  const llvm::StringRef name = variable.getName();
  const bool is_alone = (variable.hasLocalLinkage() || variable.hasExternalLinkage()) && !variable.hasComdat();
  const bool is_merged = (variable.hasLinkOnceODRLinkage() || variable.hasWeakODRLinkage()) && variable.hasComdat() &&
                         variable.getComdat()->getName() == name;
  return (is_alone || is_merged) && variable.hasInitializer() && !variable.hasSection() && !variable.isThreadLocal() &&
         !variable.isExternallyInitialized() && !name.starts_with("_ZT") && !name.starts_with("_ZGV") &&
         !name.starts_with("llvm.") && !isInUsedList(variable);
}

}  // namespace

GuardedGlobal guardGlobal(llvm::GlobalVariable& variable, const llvm::DataLayout& layout) {
  const std::uint64_t size = layout.getTypeAllocSize(variable.getValueType()).getFixedValue();
  if (size == 0 || !canBeGuarded(variable)) return {&variable, 0, nullptr};
  const std::uint64_t alignment = std::max<std::uint64_t>(kLeastGuard, layout.getPreferredAlign(&variable).value());
  const std::uint64_t guard = llvm::alignTo(std::clamp(size / 8, kLeastGuard, kMostGlobalGuard), alignment);
  const std::uint64_t behind = llvm::alignTo(size + guard, alignment) - size + alignment;

  llvm::Module& module = *variable.getParent();
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* byte = llvm::Type::getInt8Ty(context);
  auto* front_type = llvm::ArrayType::get(byte, guard);
  auto* behind_type = llvm::ArrayType::get(byte, behind);
  auto* type = llvm::StructType::get(context, {front_type, variable.getValueType(), behind_type}, /*isPacked=*/true);
  llvm::Constant* value = llvm::ConstantStruct::get(
      type,
      {llvm::Constant::getNullValue(front_type), variable.getInitializer(), llvm::Constant::getNullValue(behind_type)});
  auto* guarded = new llvm::GlobalVariable(module, type, variable.isConstant(), llvm::GlobalValue::InternalLinkage,
                                           value, variable.getName() + ".guarded", &variable);
  guarded->setAlignment(llvm::Align(alignment));
  llvm::Comdat* group = variable.getComdat();
  guarded->setComdat(group);
  guarded->copyMetadata(&variable, static_cast<unsigned>(guard));
  llvm::Constant* zero = llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), 0);
  llvm::Constant* one = llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), 1);
  llvm::Constant* address =
      llvm::ConstantExpr::getInBoundsGetElementPtr(type, guarded, llvm::ArrayRef<llvm::Constant*>{zero, one});
  if (!variable.hasLocalLinkage()) {
    llvm::GlobalAlias* alias =
        llvm::GlobalAlias::create(variable.getValueType(), 0, variable.getLinkage(), "", address, &module);
    alias->takeName(&variable);
    alias->setVisibility(variable.getVisibility());
    alias->setDSOLocal(variable.isDSOLocal());
    address = alias;
  }
  variable.replaceAllUsesWith(address);
  variable.eraseFromParent();
  return {address, guard, group};
}

}  // namespace forall::instrument
