// Pointers that are subtracted or ordered must point into one object. Clang turns this into arithmetic, in which it can
// no longer be recognized:
//
//   %sub.ptr.sub = sub i64 %p, %q          a mark (marks.h) of %a and %b
//                                          %sub.ptr.sub = sub i64 %p, %q
#pragma once

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

#include "instrument/known_calls.h"
#include "instrument/marks.h"

namespace forall::instrument {

// Before the pipeline. The values have the names that clang gave them (-fno-discard-value-names).
void markPointerPairs(llvm::Module& module, const KnownCalls& known);

// Were both pointers computed from the same one?
bool haveOneBase(const Mark& pair);

}  // namespace forall::instrument
