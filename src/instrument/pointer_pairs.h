// Pointers that are subtracted, or of which it is asked which is the lower one: both must point into one object. What
// clang makes of that is arithmetic, from which nobody can tell it later:
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

// What a mark says.
std::optional<PointerPair> pointerPairOf(const llvm::Instruction& instruction);

// Were both pointers computed from the same one?
bool haveOneBase(const PointerPair& pair);

}  // namespace forall::instrument
