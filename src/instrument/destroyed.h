// Elements that a container destroys: their memory may live on, as that of a vector after clear(), but has no value. Destructors
// that do nothing leave no trace, so the library's functions that call them say so at their end:
//
//   define void @_ZSt8_DestroyIPiEvT_S1_(%first, %last)     ... call void @__forall_elements_destroyed(%first, %last)
//                                                           ret void
#pragma once

#include <llvm/IR/Module.h>

#include "instrument/known_calls.h"

namespace forall::instrument {

// Before the pipeline.
void tellDestroyed(llvm::Module& module, const KnownCalls& known);

}  // namespace forall::instrument
