#include "instrument/bitset_indices.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <optional>

#include "abi/target_state.h"
#include "instrument/sites.h"

namespace forall::instrument {

namespace {

// The number of bits, if it is a call of std::bitset<N>::operator[].
std::optional<std::uint64_t> bitsOf(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr || call.arg_empty()) return {};
  llvm::StringRef name = callee->getName();
  if (!name.consume_front("_ZNKSt6bitsetILm") && !name.consume_front("_ZNSt6bitsetILm")) return {};
  std::uint64_t bits = 0;
  if (name.consumeInteger(10, bits) || name != "EEixEm") return {};
  return bits;
}

bool isOfLibrary(const llvm::Instruction& instruction) {
  const llvm::DILocation* location = instruction.getDebugLoc();
  return location != nullptr && isSystemFile(location->getFilename());
}

}  // namespace

void checkBitsetIndices(llvm::Module& module, const KnownCalls& known) {
  if (module.getNamedValue(abi::kModelMarker) != nullptr) return;
  llvm::SmallVector<std::pair<llvm::CallBase*, std::uint64_t>, 8> found;
  for (llvm::Function& function : module) {
    if (!known.instruments(function)) continue;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr || isOfLibrary(instruction)) continue;
      if (const auto bits = bitsOf(*call)) found.emplace_back(call, *bits);
    }
  }
  for (const auto& [call, bits] : found) {
    llvm::IRBuilder<> builder(call);
    llvm::Value* index = call->getArgOperand(call->arg_size() - 1);
    const llvm::FunctionCallee check = module.getOrInsertFunction("__forall_bitset_index", builder.getVoidTy(),
                                                                  builder.getInt64Ty(), builder.getInt64Ty());
    builder.CreateCall(check, {index, builder.getInt64(bits)});
  }
}

}  // namespace forall::instrument
