// What functions of the C library, and algorithms that copy, read and write stays in the array that they are given. If that is a member, or a row of an array, one
// that goes further is in the same object still, so no guard is in its way.
//
//   %arraydecay = getelementptr inbounds [4 x i8], ptr %name, i64 0, i64 0
//                                                      call void @__forall_in_member(i64 %n, i64 4)
//   call ptr @memcpy(ptr %arraydecay, ptr %s, i64 %n)  call ptr @memcpy(ptr %arraydecay, ptr %s, i64 %n)
#pragma once

#include <llvm/IR/Module.h>

#include "instrument/known_calls.h"

namespace forall::instrument {

// Before the pipeline. The values have the names that clang gave them (-fno-discard-value-names).
void checkMemberArrays(llvm::Module& module, const KnownCalls& known);

}  // namespace forall::instrument
