#include "instrument/destroyed.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include "abi/target_state.h"
#include "instrument/object_types.h"
#include "instrument/sites.h"

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
  std::uint64_t kept = 0;          // without its first bytes
};

// The destructor of a base (D2) does not look at virtual bases. That of complete objects (D1) calls it, or is it. Of an object, all
// is destroyed that objects of derived classes have as well: they may put members of their own in its last bytes, which are
// destroyed before, and virtual bases elsewhere. Objects without members may lie where others are.
Destroyed destroyedByDestructor(llvm::Function& function) {
  const llvm::StringRef name = function.getName();
  if (!isUserCode(function) || (!name.ends_with("D1Ev") && !name.ends_with("D2Ev"))) return {};
  if (name.ends_with("D1Ev")) {
    const llvm::Function* of_base = function.getParent()->getFunction((name.drop_back(4) + "D2Ev").str());
    if (of_base != nullptr && llvm::any_of(of_base->users(), [&](const llvm::User* user) {
          const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
          return call != nullptr && call->getFunction() == &function;
        }))
      return {};
  }
  llvm::Argument* object = function.arg_empty() ? nullptr : function.getArg(0);
  if (object == nullptr || !object->getType()->isPointerTy()) return {};
  const std::uint64_t size = std::max(object->getDereferenceableBytes(), object->getDereferenceableOrNullBytes());
  const std::uint64_t table = hasTable(function) ? function.getParent()->getDataLayout().getPointerSize() : 0;
  return size <= std::max<std::uint64_t>(table, 1) ? Destroyed{} : Destroyed{object, nullptr, size, table};
}

Destroyed destroyedBy(llvm::Function& function) {
  const llvm::StringRef name = function.getName();
  const bool is_destroy = name.starts_with("_ZSt8_DestroyI");
  const bool is_one = name.starts_with("_ZSt10destroy_atI") ||
                      (name.starts_with("_ZNSt15__new_allocatorI") && name.contains("E7destroyI"));
  const bool is_optional = name.starts_with("_ZNSt22_Optional_payload_baseI") && name.ends_with("E10_M_destroyEv");
  if (const Destroyed object = destroyedByDestructor(function); object.first != nullptr) return object;
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
      llvm::Value* first = destroyed.first;
      if (destroyed.kept != 0) first = builder.CreateConstGEP1_64(builder.getInt8Ty(), first, destroyed.kept);
      const llvm::FunctionCallee tell = module.getOrInsertFunction("__forall_elements_destroyed", builder.getVoidTy(),
                                                                   builder.getPtrTy(), builder.getPtrTy());
      builder.CreateCall(tell, {first, last});
    }
  }
}

}  // namespace forall::instrument
