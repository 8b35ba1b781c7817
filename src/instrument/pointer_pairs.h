// Pointers that are subtracted or ordered must point into one object. Clang turns this into arithmetic, in which it can
// no longer be recognized:
//
//   %sub.ptr.sub = sub i64 %p, %q          call void @llvm.assume(i1 true) [ "nest"(ptr %a), "nest"(ptr %b) ]
//                                          %sub.ptr.sub = sub i64 %p, %q
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include <optional>

#include "instrument/known_calls.h"

namespace forall::instrument {

// Before the pipeline. The values have the names that clang gave them (-fno-discard-value-names).
void markPointerPairs(llvm::Module& module, const KnownCalls& known);

struct PointerPair {
  llvm::Value* first;
  llvm::Value* second;
  bool is_difference;  // else an order
};

// The contents of a mark.
std::optional<PointerPair> pointerPairOf(const llvm::Instruction& instruction);

// Were both pointers computed from the same one?
bool haveOneBase(const PointerPair& pair);

}  // namespace forall::instrument
