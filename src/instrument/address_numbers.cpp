#include "instrument/address_numbers.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include "abi/target_state.h"
#include "instrument/sites.h"

namespace forall::instrument {

namespace {

// Clang's names for the operands of a difference of pointers, which pointer_pairs looks at, begin like this.
constexpr const char* kDifference = "sub.ptr.";

bool isOfClang(const llvm::Instruction& instruction) {
  return instruction.hasMetadata(llvm::LLVMContext::MD_nosanitize) || instruction.getName().starts_with(kDifference);
}

// The address of a variable as a number is a constant expression.
void expandConstants(llvm::Function& function) {
  llvm::SmallVector<llvm::Use*, 8> found;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (isOfClang(instruction) || llvm::isa<llvm::PHINode>(instruction)) continue;
    for (llvm::Use& use : instruction.operands()) {
      const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(use.get());
      if (expression != nullptr && expression->getOpcode() == llvm::Instruction::PtrToInt &&
          llvm::isa<llvm::GlobalVariable>(expression->getOperand(0)->stripInBoundsConstantOffsets()))
        found.push_back(&use);
    }
  }
  for (llvm::Use* use : found) {
    auto* user = llvm::cast<llvm::Instruction>(use->getUser());
    llvm::Instruction* number = llvm::cast<llvm::ConstantExpr>(use->get())->getAsInstruction();
    number->insertBefore(user->getIterator());
    number->setDebugLoc(user->getDebugLoc());
    use->set(number);
  }
}

// std::string asks whether a text lies in its own memory, by the order of addresses. For a text elsewhere the answer is the
// same wherever that is.
bool asksWhetherDisjoint(const llvm::Function& function) { return function.getName().contains("11_M_disjunct"); }

void compareAsClangDoes(llvm::CallBase& less) {
  llvm::IRBuilder<> builder(&less);
  const auto number = [&](unsigned operand) {
    return builder.CreatePtrToInt(less.getArgOperand(operand), builder.getInt64Ty(), kDifference);
  };
  llvm::Value* result = builder.CreateICmpULT(number(1), number(2));
  if (result->getType() != less.getType()) result = builder.CreateZExt(result, less.getType());
  less.replaceAllUsesWith(result);
  if (auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&less)) {
    invoke->getUnwindDest()->removePredecessor(invoke->getParent());
    builder.CreateBr(invoke->getNormalDest());
  }
  less.eraseFromParent();
}

void keepComparisonsOfDisjoint(llvm::Function& function) {
  llvm::SmallVector<llvm::CallBase*, 2> found;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function* callee = call != nullptr ? call->getCalledFunction() : nullptr;
    if (callee != nullptr && callee->getName().starts_with("_ZNKSt4lessI") && call->arg_size() == 3)
      found.push_back(call);
  }
  for (llvm::CallBase* less : found) compareAsClangDoes(*less);
}

bool isInLibrary(const llvm::Instruction& instruction) {
  const llvm::DILocation* location = instruction.getDebugLoc();
  return location == nullptr || isSystemFile(location->getFilename());
}

// The program's own question to a container, by the end of its mangled name; not one that the library asks itself.
bool asks(const llvm::Instruction& instruction, llvm::StringRef what) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const llvm::Function* callee = call != nullptr ? call->getCalledFunction() : nullptr;
  if (callee == nullptr || !callee->getName().ends_with(what) || isInLibrary(instruction)) return false;
  return callee->getName().starts_with("_ZNKSt") || callee->getName().starts_with("_ZNSt");
}

bool asksForCapacity(const llvm::Instruction& instruction) { return asks(instruction, "8capacityEv"); }
bool asksForData(const llvm::Instruction& instruction) {
  return asks(instruction, "4dataEv") && instruction.getType()->isPointerTy();
}

llvm::FunctionCallee runtimeFunction(llvm::Module& module, llvm::StringRef name, llvm::FunctionType* type) {
  llvm::FunctionCallee callee = module.getOrInsertFunction(name, type);
  if (auto* function = llvm::dyn_cast<llvm::Function>(callee.getCallee())) {
    function->setDoesNotThrow();
    function->setWillReturn();
  }
  return callee;
}

}  // namespace

void callAddressNumbers(llvm::Module& module, const KnownCalls& known) {
  if (module.getNamedValue(abi::kModelMarker) != nullptr) return;
  llvm::SmallVector<llvm::Instruction*, 16> numbers, capacities, data;
  for (llvm::Function& function : module) {
    if (!known.instruments(function)) continue;
    if (asksWhetherDisjoint(function)) keepComparisonsOfDisjoint(function);
    expandConstants(function);
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (llvm::isa<llvm::PtrToIntInst>(instruction) && instruction.getType()->isIntegerTy(64) &&
          !isOfClang(instruction))
        numbers.push_back(&instruction);
      if (asksForCapacity(instruction)) capacities.push_back(&instruction);
      if (asksForData(instruction)) data.push_back(&instruction);
    }
  }
  llvm::Type* const pointer = llvm::PointerType::getUnqual(module.getContext());
  llvm::Type* const number = llvm::Type::getInt64Ty(module.getContext());
  llvm::Type* const none = llvm::Type::getVoidTy(module.getContext());
  for (llvm::Instruction* cast : numbers) {
    llvm::IRBuilder<> builder(cast);
    const llvm::FunctionCallee callee =
        runtimeFunction(module, "__forall_address_number", llvm::FunctionType::get(number, {pointer}, false));
    llvm::CallInst* call = builder.CreateCall(callee, {cast->getOperand(0)});
    call->takeName(cast);
    cast->replaceAllUsesWith(call);
    cast->eraseFromParent();
  }
  for (llvm::Instruction* call : capacities) {
    llvm::IRBuilder<> builder(call);
    builder.CreateCall(runtimeFunction(module, "__forall_capacity_asked", llvm::FunctionType::get(none, {}, false)));
  }
  for (llvm::Instruction* call : data) {
    llvm::IRBuilder<> builder(call->getNextNode());
    builder.SetCurrentDebugLocation(call->getDebugLoc());
    llvm::CallInst* asked = builder.CreateCall(
        runtimeFunction(module, "__forall_data_asked", llvm::FunctionType::get(pointer, {pointer}, false)), {call});
    call->replaceUsesWithIf(asked, [&](const llvm::Use& use) { return use.getUser() != asked; });
  }
}

}  // namespace forall::instrument
