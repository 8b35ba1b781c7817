// Library calls of the program's own code that LLVM knows by name, and would replace by cheaper code or remove: an access
// outside of its object would disappear with them.
#pragma once

#include <llvm/IR/Module.h>

namespace forall::instrument {

// Before the pipeline: these calls stay as they are, also where nothing uses the result.
//
//   %n = call i64 @strlen(ptr %s)                 %n = call i64 @strlen(ptr %s) nobuiltin
//   call void @bcopy(ptr %a, ptr %b, i64 %n)      call void @llvm.memmove(ptr %b, ptr %a, i64 %n)
void keepLibraryCalls(llvm::Module& module);

}  // namespace forall::instrument
