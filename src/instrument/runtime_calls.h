// The runtime's functions and data as LLVM declarations, made from abi/runtime_calls.def.
#pragma once

#include <llvm/IR/Function.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <array>

#include "abi/target_state.h"

namespace forall::instrument {

enum class RuntimeCall : unsigned {
#define FORALL_CALL(result, name, ...) call_##name,
#include "abi/runtime_calls.def"
#undef FORALL_CALL
  Count
};

class RuntimeCalls {
 public:
  explicit RuntimeCalls(llvm::Module& module);

  llvm::CallInst* emit(llvm::IRBuilder<>& builder, RuntimeCall call, llvm::ArrayRef<llvm::Value*> arguments);
  // A function of the runtime that is not in the table: a model or a replacement.
  llvm::Function* model(llvm::StringRef name, llvm::FunctionType* type);

  // The address of the field of TargetState at `offset`.
  llvm::Constant* field(std::uint64_t offset) const;

 private:
  void declare(RuntimeCall call, llvm::StringRef name, llvm::Type* result, llvm::ArrayRef<llvm::Type*> parameters);

  llvm::Module& module_;
  std::array<llvm::Function*, static_cast<unsigned>(RuntimeCall::Count)> functions_{};
  llvm::GlobalVariable* state_;
};

}  // namespace forall::instrument
