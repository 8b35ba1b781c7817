#include "instrument/casts.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

#include "abi/target_state.h"
#include "instrument/instrumenter.h"

namespace forall::instrument {

void markCasts(llvm::Module& module, const KnownCalls& known) {
  llvm::SmallVector<llvm::CallInst*, 16> casts;
  llvm::SmallVector<llvm::Function*, 8> markers;
  for (llvm::Function& function : module) {
    if (!function.getName().starts_with(abi::kCastPrefix)) continue;
    markers.push_back(&function);
    for (llvm::User* user : function.users()) casts.push_back(llvm::cast<llvm::CallInst>(user));
  }
  const bool is_model = module.getNamedValue(abi::kModelMarker) != nullptr;
  for (llvm::CallInst* cast : casts) {
    llvm::Value* pointer = cast->getArgOperand(0);
    if (!is_model && known.instruments(*cast->getFunction())) {
      const llvm::StringRef name = cast->getCalledFunction()->getName();
      llvm::IRBuilder<> builder(cast);
      llvm::GlobalVariable* kind =
          builder.CreateGlobalString(name.drop_front(llvm::StringRef(abi::kCastPrefix).size()), "__forall_cast");
      addMark(builder, {MarkKind::Cast, pointer, kind});
    }
    cast->replaceAllUsesWith(pointer);
    cast->eraseFromParent();
  }
  for (llvm::Function* marker : markers) marker->eraseFromParent();
}

// The inline code only checks whether the pointer is concrete and in the object of this place.
void FunctionInstrumenter::checkCast(llvm::Instruction& mark, const Mark& cast) {
  llvm::IRBuilder<> builder(&mark);
  llvm::GlobalVariable* object = makeStepObject();
  llvm::Value* base = builder.CreateLoad(builder.getInt64Ty(), object);
  llvm::Value* size =
      builder.CreateLoad(builder.getInt64Ty(), builder.CreateConstInBoundsGEP1_64(builder.getInt64Ty(), object, 1));
  llvm::Value* address = builder.CreatePtrToInt(cast.first, builder.getInt64Ty());
  llvm::Value* is_asked = builder.CreateICmpUGE(builder.CreateSub(address, base), size);
  if (usesPending(mark)) flush(mark);
  builder.SetInsertPoint(&mark);
  if (llvm::Value* symbolic = any(builder, {id(cast.first)}))
    is_asked = builder.CreateOr(is_asked, builder.CreateICmpNE(symbolic, u32(0)));
  when(is_asked, mark, [&](llvm::IRBuilder<>& cold) {
    llvm::Value* site = context_.sites.place(mark, abi::SiteKind::Memory);
    context_.runtime.emit(cold, RuntimeCall::call_pointer_cast,
                          {cast.first, id(cast.first), cast.second, object, site});
  });
}

const llvm::DIType* firstType(llvm::DITemplateParameterArray parameters) {
  const auto* type = parameters.size() > 0 ? llvm::dyn_cast<llvm::DITemplateTypeParameter>(parameters[0]) : nullptr;
  return type != nullptr ? type->getType() : nullptr;
}

// A new-expression says it itself. The standard allocator is a template, and so are the functions that build inputs.
const llvm::DIType* allocatedType(const llvm::CallBase& call) {
  if (const auto* type = llvm::dyn_cast_or_null<llvm::DIType>(call.getMetadata("heapallocsite"))) return type;
  const llvm::DILocation* place = call.getDebugLoc();
  const llvm::DISubprogram* function = place != nullptr ? place->getScope()->getSubprogram() : nullptr;
  if (function == nullptr) return nullptr;
  if (call.getCalledFunction()->getName() == kIsMade) return firstType(function->getTemplateParams());
  if (function->getName() != "allocate") return nullptr;
  const llvm::DISubprogram* declared = function->getDeclaration() != nullptr ? function->getDeclaration() : function;
  const auto* allocator = llvm::dyn_cast_or_null<llvm::DICompositeType>(declared->getScope());
  if (allocator == nullptr || !allocator->getName().starts_with("__new_allocator<")) return nullptr;
  return firstType(allocator->getTemplateParams());
}

// Stored before a call of operator new.
void FunctionInstrumenter::noteAllocatedType(llvm::CallBase& call) {
  const llvm::DIType* type = allocatedType(call);
  if (type == nullptr) return;
  llvm::Constant* layout = context_.types.of(type);
  if (layout->isNullValue()) return;
  llvm::IRBuilder<> builder(&call);
  builder.CreateStore(layout, context_.runtime.field(offsetof(abi::TargetState, allocated_type)));
}

}  // namespace forall::instrument
