// Variadic functions with a model: the variadic arguments go through memory, which has shadow like any other.
//
//   before:  call i32 (ptr, i64, ptr, ...) @snprintf(ptr %to, i64 %size, ptr %format, i32 %n, ptr %s)
//   after:   %slots = alloca [2 x [16 x i8]]            ; in the entry block
//            store i32 %n, %slots[0]; store ptr %s, %slots[1]
//            call i32 @__forall_model_snprintf(ptr %to, i64 %size, ptr %format, ptr %slots, i64 2)
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include "instrument/known_calls.h"
#include "instrument/prepare.h"

namespace forall::instrument {

namespace {

constexpr std::uint64_t kSlotBytes = 16;

bool fitsSlots(const llvm::CallBase& call, const llvm::DataLayout& layout) {
  for (unsigned i = call.getFunctionType()->getNumParams(); i < call.arg_size(); ++i) {
    llvm::Type* type = call.getArgOperand(i)->getType();
    const bool scalar = type->isIntegerTy() || type->isPointerTy() || type->isFloatingPointTy();
    if (!scalar || call.isByValArgument(i) || layout.getTypeStoreSize(type).getFixedValue() > kSlotBytes) return false;
  }
  return true;
}

llvm::Value* storeInSlots(llvm::CallBase& call) {
  const unsigned fixed = call.getFunctionType()->getNumParams();
  const unsigned count = call.arg_size() - fixed;
  llvm::BasicBlock& entry = call.getFunction()->getEntryBlock();
  llvm::IRBuilder<> at_entry(&entry, entry.begin());
  if (count == 0) return llvm::ConstantPointerNull::get(at_entry.getPtrTy());
  auto* type = llvm::ArrayType::get(llvm::ArrayType::get(at_entry.getInt8Ty(), kSlotBytes), count);
  llvm::AllocaInst* slots = at_entry.CreateAlloca(type);
  slots->setAlignment(llvm::Align(kSlotBytes));
  llvm::IRBuilder<> builder(&call);
  for (unsigned i = 0; i < count; ++i) {
    llvm::Value* place = builder.CreatePtrAdd(slots, builder.getInt64(i * kSlotBytes));
    builder.CreateAlignedStore(call.getArgOperand(fixed + i), place, llvm::Align(kSlotBytes));
  }
  return slots;
}

void callModel(llvm::CallBase& call, llvm::StringRef name) {
  llvm::FunctionType* type = call.getFunctionType();
  const unsigned fixed = type->getNumParams();
  llvm::Value* slots = storeInSlots(call);
  llvm::IRBuilder<> builder(&call);
  llvm::SmallVector<llvm::Type*, 8> types(type->param_begin(), type->param_end());
  llvm::SmallVector<llvm::Value*, 8> arguments(call.arg_begin(), call.arg_begin() + fixed);
  types.append({builder.getPtrTy(), builder.getInt64Ty()});
  arguments.append({slots, builder.getInt64(call.arg_size() - fixed)});
  auto* model_type = llvm::FunctionType::get(type->getReturnType(), types, false);
  auto* model = llvm::cast<llvm::Function>(call.getModule()->getOrInsertFunction(name, model_type).getCallee());
  model->setVisibility(llvm::GlobalValue::HiddenVisibility);
  model->setDSOLocal(true);
  llvm::CallBase* replacement = nullptr;
  if (auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&call)) {
    replacement = builder.CreateInvoke(model, invoke->getNormalDest(), invoke->getUnwindDest(), arguments);
  } else {
    replacement = builder.CreateCall(model, arguments);
  }
  replacement->setDebugLoc(call.getDebugLoc());
  call.replaceAllUsesWith(replacement);
  call.eraseFromParent();
}

}  // namespace

void callVariadicModels(llvm::Module& module) {
  const KnownCalls known(module);
  for (const auto& entry : known.variadicModels()) {
    llvm::Function* original = module.getFunction(entry.first());
    // A definition in this module is the user's own function of that name.
    if (original == nullptr || !original->isDeclaration() || !original->isVarArg()) continue;
    llvm::SmallVector<llvm::CallBase*, 8> calls;
    for (llvm::User* user : original->users()) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(user);
      if (call == nullptr || call->getCalledOperand() != original || llvm::isa<llvm::CallBrInst>(call)) continue;
      const bool lowered = call->getFunctionType() == original->getFunctionType() && !call->isMustTailCall() &&
                           known.instruments(*call->getFunction()) && fitsSlots(*call, module.getDataLayout());
      if (lowered) calls.push_back(call);
    }
    for (llvm::CallBase* call : calls) callModel(*call, entry.second);
  }
}

}  // namespace forall::instrument
