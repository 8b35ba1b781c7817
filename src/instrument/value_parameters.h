// Parameters that the caller copies to the stack (byval: large classes, on x86-64). The memory is the caller's and has no
// description, so a function would read and write past it unseen. It gets a variable of its own, as it has where the
// caller passes an address:
//
//   define @f(ptr byval(%T) %v)       %v = alloca %T
//     ... %v ...                      memcpy(%v, %0, sizeof(%T))
//                                     ... %v ...
#pragma once

#include "instrument/known_calls.h"

namespace forall::instrument {

void copyValueParameters(llvm::Module& module, const KnownCalls& known);

}  // namespace forall::instrument
