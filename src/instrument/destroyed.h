// Objects that have been destroyed: their memory may live on, as that of a vector after clear(), but has no value. Destructors of
// the user's classes say so at their end. Those that do nothing leave no trace, so the library's functions that call them do:
//
//   define void @_ZSt8_DestroyIPiEvT_S1_(%first, %last)     ... call void @__forall_elements_destroyed(%first, %last)
//                                                           ret void
//   define void @_ZN4UserD2Ev(%this)                        ... call void @__forall_elements_destroyed(%this, %end)
//                                                           ret void
#pragma once

#include <llvm/IR/Module.h>

#include "instrument/known_calls.h"

namespace forall::instrument {

// Before the pipeline.
void tellDestroyed(llvm::Module& module, const KnownCalls& known);

}  // namespace forall::instrument
