#include "instrument/exposed.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Local.h>

#include "instrument/checks.h"
#include "instrument/known_calls.h"

namespace forall::instrument {

namespace {

constexpr std::uint64_t kMostRestored = 256;  // bytes of a copy that is instrumented in place

const char* nameOf(const llvm::MemIntrinsic& transfer) {
  if (llvm::isa<llvm::MemSetInst>(transfer)) return "memset";
  return llvm::isa<llvm::MemMoveInst>(transfer) ? "memmove" : "memcpy";
}

llvm::FunctionCallee function(llvm::Module& module, llvm::StringRef name) {
  llvm::LLVMContext& context = module.getContext();
  llvm::Type* pointer = llvm::PointerType::get(context, 0);
  llvm::Type* second = name == "memset" ? static_cast<llvm::Type*>(llvm::Type::getInt32Ty(context)) : pointer;
  return module.getOrInsertFunction(
      name, llvm::FunctionType::get(pointer, {pointer, second, llvm::Type::getInt64Ty(context)}, false));
}

void callInstead(llvm::MemIntrinsic& transfer, llvm::FunctionCallee callee) {
  llvm::IRBuilder<> builder(&transfer);
  llvm::Value* second = transfer.getArgOperand(1);
  if (llvm::isa<llvm::MemSetInst>(transfer)) second = builder.CreateZExt(second, builder.getInt32Ty());
  llvm::Value* length = builder.CreateZExtOrTrunc(transfer.getLength(), builder.getInt64Ty());
  llvm::CallInst* call = builder.CreateCall(callee, {transfer.getRawDest(), second, length});
  call->addFnAttr(llvm::Attribute::NoBuiltin);
  call->addFnAttr(llvm::Attribute::NoUnwind);
  transfer.eraseFromParent();
}

bool restore(llvm::CallInst& call) {
  const auto* length = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(2));
  if (length == nullptr || length->getZExtValue() > kMostRestored || !call.use_empty()) return false;
  llvm::IRBuilder<> builder(&call);
  llvm::Value* to = call.getArgOperand(0);
  llvm::Value* second = call.getArgOperand(1);
  const llvm::StringRef name = call.getCalledFunction()->getName();
  const llvm::MaybeAlign any(1);
  if (name == "memset") {
    builder.CreateMemSet(to, builder.CreateTrunc(second, builder.getInt8Ty()), length->getZExtValue(), any);
  } else if (name == "memmove") {
    builder.CreateMemMove(to, any, second, any, length->getZExtValue());
  } else {
    builder.CreateMemCpy(to, any, second, any, length->getZExtValue());
  }
  call.eraseFromParent();
  return true;
}

// The size of the variable that an address is in, and the offset in it, if known.
struct Place {
  std::uint64_t size;
  llvm::APInt offset;
};
std::optional<Place> placeOf(const llvm::Value* address, const llvm::DataLayout& layout) {
  if (!address->getType()->isPointerTy() || address->getType()->getPointerAddressSpace() != 0) return std::nullopt;
  llvm::APInt offset(64, 0);
  const llvm::Value* base = address->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  if (const auto* local = llvm::dyn_cast<llvm::AllocaInst>(base)) {
    const auto size = local->getAllocationSize(layout);
    if (!size || size->isScalable()) return std::nullopt;
    return Place{size->getFixedValue(), offset};
  }
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(base);
  if (global == nullptr || !global->hasInitializer() || global->isInterposable()) return std::nullopt;
  return Place{layout.getTypeAllocSize(global->getValueType()).getFixedValue(), offset};
}

bool isOutside(const llvm::Value* address, std::uint64_t bytes, const llvm::DataLayout& layout) {
  const std::optional<Place> place = placeOf(address, layout);
  if (!place || bytes == 0) return false;
  return place->offset.isNegative() || place->offset.ugt(place->size) ||
         bytes > place->size - place->offset.getZExtValue();
}

bool isOutside(const llvm::Instruction& instruction, const llvm::DataLayout& layout) {
  const auto bytes_of = [&](llvm::Type* type) {
    const llvm::TypeSize bytes = layout.getTypeStoreSize(type);
    return bytes.isScalable() ? 0 : bytes.getFixedValue();
  };
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return isOutside(load->getPointerOperand(), bytes_of(load->getType()), layout);
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return isOutside(store->getPointerOperand(), bytes_of(store->getValueOperand()->getType()), layout);
  const auto* transfer = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction);
  const auto* length = transfer != nullptr ? llvm::dyn_cast<llvm::ConstantInt>(transfer->getLength()) : nullptr;
  if (length == nullptr) return false;
  const std::uint64_t bytes = length->getZExtValue();
  const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(transfer);
  return isOutside(transfer->getRawDest(), bytes, layout) ||
         (copy != nullptr && isOutside(copy->getRawSource(), bytes, layout));
}

}  // namespace

void callVariableTransfers(llvm::Module& module) {
  const KnownCalls known(module);
  llvm::SmallVector<llvm::MemIntrinsic*, 32> transfers;
  for (llvm::Function& each : module) {
    if (each.isDeclaration() || !known.instruments(each)) continue;
    for (llvm::Instruction& instruction : llvm::instructions(each)) {
      auto* transfer = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction);
      if (transfer != nullptr && !llvm::isa<llvm::ConstantInt>(transfer->getLength())) transfers.push_back(transfer);
    }
  }
  for (llvm::MemIntrinsic* transfer : transfers) {
    const llvm::Function* own = module.getFunction(nameOf(*transfer));
    if (own != nullptr && !own->isDeclaration()) continue;  // the program's
    callInstead(*transfer, function(module, nameOf(*transfer)));
  }
}

void restoreTransfers(llvm::Module& module) {
  for (const char* name : {"memcpy", "memmove", "memset"}) {
    llvm::Function* callee = module.getFunction(name);
    if (callee == nullptr || !callee->isDeclaration()) continue;
    for (llvm::User* user : llvm::make_early_inc_range(callee->users())) {
      auto* call = llvm::dyn_cast<llvm::CallInst>(user);
      if (call != nullptr && call->getCalledFunction() == callee && call->arg_size() == 3) restore(*call);
    }
  }
}

llvm::PreservedAnalyses TrapOutsidePass::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
  const llvm::DataLayout& layout = function.getDataLayout();
  llvm::SmallVector<llvm::Instruction*, 4> outside;
  for (llvm::BasicBlock& block : function) {
    for (llvm::Instruction& instruction : block) {
      if (!isOutside(instruction, layout)) continue;
      outside.push_back(&instruction);  // the rest of its block is not reached
      break;
    }
  }
  for (llvm::Instruction* instruction : outside) {
    llvm::IRBuilder<> builder(instruction);
    llvm::Function* trap = llvm::Intrinsic::getDeclaration(function.getParent(), llvm::Intrinsic::ubsantrap);
    builder.CreateCall(trap, {builder.getInt8(static_cast<std::uint8_t>(trapOfBounds()))})->setDoesNotReturn();
    llvm::changeToUnreachable(instruction);
  }
  return outside.empty() ? llvm::PreservedAnalyses::all() : llvm::PreservedAnalyses::none();
}

}  // namespace forall::instrument
