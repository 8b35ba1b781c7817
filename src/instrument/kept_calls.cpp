#include "instrument/kept_calls.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

#include "instrument/known_calls.h"
#include "instrument/sites.h"

namespace forall::instrument {

namespace {

// Are these the parameters of the function of the C library: pointers, and a length?
bool hasParameters(const llvm::CallBase& call, unsigned pointers) {
  if (call.arg_size() != pointers + 1 || !call.getArgOperand(pointers)->getType()->isIntegerTy(64)) return false;
  for (unsigned i = 0; i < pointers; ++i) {
    if (!call.getArgOperand(i)->getType()->isPointerTy()) return false;
  }
  return call.getType()->isVoidTy();
}

// Copies that have no model are the same as others that have one.
bool becomesIntrinsic(llvm::CallInst& call, llvm::StringRef name) {
  llvm::IRBuilder<> builder(&call);
  const llvm::Align any(1);
  if (name == "bcopy" && hasParameters(call, 2)) {
    builder.CreateMemMove(call.getArgOperand(1), any, call.getArgOperand(0), any, call.getArgOperand(2));
    return true;
  }
  if (name == "bzero" && hasParameters(call, 1)) {
    builder.CreateMemSet(call.getArgOperand(0), builder.getInt8(0), call.getArgOperand(1), any);
    return true;
  }
  return false;
}

// An allocation that nothing uses may disappear.
bool allocates(llvm::StringRef name) {
  return name.starts_with("_Z") || llvm::is_contained({"malloc", "calloc", "realloc", "reallocarray", "free", "cfree",
                                                       "aligned_alloc", "posix_memalign", "memalign"},
                                                      name);
}

}  // namespace

void keepLibraryCalls(llvm::Module& module) {
  const KnownCalls known(module);
  for (llvm::Function& function : module) {
    if (!known.instruments(function) || !isUserCode(function)) continue;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      const llvm::Function* callee = call != nullptr ? call->getCalledFunction() : nullptr;
      if (callee == nullptr || !callee->isDeclaration() || callee->isIntrinsic()) continue;
      const llvm::StringRef name = callee->getName();
      auto* plain = llvm::dyn_cast<llvm::CallInst>(call);
      if (plain != nullptr && becomesIntrinsic(*plain, name)) {
        plain->eraseFromParent();
        continue;
      }
      const bool is_modeled = !known.replacement(name).empty() || known.variadicModels().contains(name);
      if (is_modeled && !allocates(name)) call->addFnAttr(llvm::Attribute::NoBuiltin);
    }
  }
}

}  // namespace forall::instrument
