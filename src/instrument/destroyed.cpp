#include "instrument/destroyed.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include "abi/target_state.h"

namespace forall::instrument {

namespace {

// The size of what the last parameter of a function points to; 0 if it is not known.
std::uint64_t sizeOfPointee(const llvm::Function& function) {
  const llvm::DISubprogram* subprogram = function.getSubprogram();
  if (subprogram == nullptr || subprogram->getType() == nullptr) return 0;
  const llvm::DITypeRefArray types = subprogram->getType()->getTypeArray();
  if (types.size() == 0) return 0;
  const auto* pointer = llvm::dyn_cast_or_null<llvm::DIDerivedType>(types[types.size() - 1]);
  while (pointer != nullptr && pointer->getTag() != llvm::dwarf::DW_TAG_pointer_type)
    pointer = llvm::dyn_cast_or_null<llvm::DIDerivedType>(pointer->getBaseType());
  const llvm::DIType* type = pointer == nullptr ? nullptr : pointer->getBaseType();
  while (type != nullptr && type->getSizeInBits() == 0) {
    const auto* derived = llvm::dyn_cast<llvm::DIDerivedType>(type);  // a name or const
    type = derived == nullptr ? nullptr : derived->getBaseType();
  }
  return type == nullptr ? 0 : type->getSizeInBits() / 8;
}

// The size of the first member of the class that a method belongs to, if it has this name; else 0.
std::uint64_t sizeOfFirstMember(const llvm::Function& method, llvm::StringRef name) {
  const llvm::DISubprogram* subprogram = method.getSubprogram();
  const auto* type =
      subprogram == nullptr ? nullptr : llvm::dyn_cast_or_null<llvm::DICompositeType>(subprogram->getScope());
  if (type == nullptr) return 0;
  for (const llvm::DINode* element : type->getElements()) {
    const auto* member = llvm::dyn_cast<llvm::DIDerivedType>(element);
    if (member == nullptr || member->getTag() != llvm::dwarf::DW_TAG_member || member->getName() != name) continue;
    return member->getOffsetInBits() == 0 ? member->getSizeInBits() / 8 : 0;
  }
  return 0;
}

struct Destroyed {
  llvm::Argument* first = nullptr;
  llvm::Argument* last = nullptr;  // null: one object
  std::uint64_t size = 0;          // then its size
};

Destroyed destroyedBy(llvm::Function& function) {
  const llvm::StringRef name = function.getName();
  const bool is_destroy = name.starts_with("_ZSt8_DestroyI");
  const bool is_one = name.starts_with("_ZSt10destroy_atI") ||
                      (name.starts_with("_ZNSt15__new_allocatorI") && name.contains("E7destroyI"));
  const bool is_optional = name.starts_with("_ZNSt22_Optional_payload_baseI") && name.ends_with("E10_M_destroyEv");
  if ((!is_destroy && !is_one && !is_optional) || function.isDeclaration() || function.arg_empty()) return {};
  for (const llvm::Argument& argument : function.args()) {
    if (!argument.getType()->isPointerTy()) return {};
  }
  llvm::Argument* last = function.getArg(static_cast<unsigned>(function.arg_size() - 1));
  if (is_destroy && function.arg_size() == 2) {
    return name.starts_with("_ZSt8_DestroyIP") ? Destroyed{function.getArg(0), last, 0}
                                               : Destroyed{};  // iterators are left
  }
  if (is_destroy && function.arg_size() != 1) return {};  // with an allocator: it calls the other
  const std::uint64_t size = is_optional ? sizeOfFirstMember(function, "_M_payload") : sizeOfPointee(function);
  return size == 0 ? Destroyed{} : Destroyed{last, nullptr, size};
}

}  // namespace

void tellDestroyed(llvm::Module& module, const KnownCalls& known) {
  if (module.getNamedValue(abi::kModelMarker) != nullptr) return;
  for (llvm::Function& function : module) {
    if (!known.instruments(function)) continue;
    const Destroyed destroyed = destroyedBy(function);
    if (destroyed.first == nullptr) continue;
    for (llvm::BasicBlock& block : function) {
      auto* end = llvm::dyn_cast<llvm::ReturnInst>(block.getTerminator());
      if (end == nullptr) continue;
      llvm::IRBuilder<> builder(end);
      llvm::Value* last = destroyed.last;
      if (last == nullptr) last = builder.CreateConstGEP1_64(builder.getInt8Ty(), destroyed.first, destroyed.size);
      const llvm::FunctionCallee tell = module.getOrInsertFunction("__forall_elements_destroyed", builder.getVoidTy(),
                                                                   builder.getPtrTy(), builder.getPtrTy());
      builder.CreateCall(tell, {destroyed.first, last});
    }
  }
}

}  // namespace forall::instrument
