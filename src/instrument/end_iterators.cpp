#include "instrument/end_iterators.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <optional>
#include <utility>

#include "abi/target_state.h"

namespace forall::instrument {

namespace {

struct Operation {
  const char* question;
  abi::IteratorUse use;
};

const char* questionOf(llvm::StringRef& name) {
  if (!name.consume_front("_ZNKSt") && !name.consume_front("_ZNSt")) return nullptr;
  if (name.consume_front("14_List_iteratorI") || name.consume_front("20_List_const_iteratorI"))
    return "__forall_list_iterator";
  if (name.consume_front("17_Rb_tree_iteratorI") || name.consume_front("23_Rb_tree_const_iteratorI"))
    return "__forall_tree_iterator";
  return nullptr;
}

// What a call does with an iterator, if it is one of these.
std::optional<Operation> operationOf(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr || call.arg_empty()) return {};
  llvm::StringRef name = callee->getName();
  const char* question = questionOf(name);
  if (question == nullptr) return {};
  if (name.ends_with("EdeEv") || name.ends_with("EptEv")) return Operation{question, abi::IteratorUse::Element};
  if (name.ends_with("EppEv") || name.ends_with("EppEi")) return Operation{question, abi::IteratorUse::Next};
  if (name.ends_with("EmmEv") || name.ends_with("EmmEi")) return Operation{question, abi::IteratorUse::Previous};
  return {};
}

}  // namespace

void checkEndIterators(llvm::Module& module, const KnownCalls& known) {
  if (module.getNamedValue(abi::kModelMarker) != nullptr) return;
  llvm::SmallVector<std::pair<llvm::CallBase*, Operation>, 8> found;
  for (llvm::Function& function : module) {
    if (!known.instruments(function)) continue;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (call == nullptr) continue;
      const auto operation = operationOf(*call);
      if (operation) found.emplace_back(call, *operation);
    }
  }
  for (const auto& [call, operation] : found) {
    llvm::IRBuilder<> builder(call);
    llvm::Value* node = builder.CreateLoad(builder.getPtrTy(), call->getArgOperand(0));
    const llvm::FunctionCallee check =
        module.getOrInsertFunction(operation.question, builder.getVoidTy(), builder.getPtrTy(), builder.getInt64Ty());
    builder.CreateCall(check, {node, builder.getInt64(static_cast<std::uint64_t>(operation.use))});
  }
}

}  // namespace forall::instrument
