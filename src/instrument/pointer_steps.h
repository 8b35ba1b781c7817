// Arithmetic on a pointer must not leave its object. An access through the result that hits a guard is seen without this;
// one that leads over the guard into another object, and a result that is never used for an access, are not. Clang's
// check (-fsanitize=pointer-overflow) only sees results that wrap around. The arithmetic of the source is marked before
// the pipeline combines or removes it:
//
//   %add.ptr = getelementptr inbounds i32, ptr %p, i64 %n
//   a mark (marks.h) of %p and %add.ptr
#pragma once

#include <llvm/IR/Module.h>

#include "instrument/known_calls.h"

namespace forall::instrument {

// Before the pipeline. The values have the names that clang gave them (-fno-discard-value-names).
void markPointerSteps(llvm::Module& module, const KnownCalls& known);

}  // namespace forall::instrument
