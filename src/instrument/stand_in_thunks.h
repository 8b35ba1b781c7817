// The code of a thunk, and of the function that calls the real method with arguments in memory.
#pragma once

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include "instrument/stand_in_signatures.h"

namespace forall::instrument {

inline constexpr llvm::StringLiteral kThunkSuffix = ".stand_in";

struct ThunkSetting {
  const Signature& signature;
  llvm::Constant* is_active;  // address of the flag
  llvm::Constant* record;     // abi::StandInMethod
  llvm::Function* real;       // null: it cannot be defined
  bool may_be_undefined;      // `real` may be null at run time
  bool deletes;               // a destructor that deletes the object
  bool is_nothrow;
  llvm::StringRef name;  // of the method's symbol
};

inline bool isThunk(const llvm::Function& function) { return function.getName().contains(kThunkSuffix); }
llvm::Function* makeThunk(llvm::Module& module, const ThunkSetting& setting);
// void invoke(void* const* slots, void* result)
llvm::Function* makeInvoke(llvm::Module& module, const ThunkSetting& setting);

// Frees the memory of the object as this destructor does.
void deleteObject(llvm::IRBuilder<>& builder, llvm::Value* object, const llvm::Function* destructor);

}  // namespace forall::instrument
