// Casts between pointers. The plugin of the front end (source/casts.cpp) calls a function where there is one; here the
// calls become marks, and the marks calls of the runtime, which knows the types of objects (type_layouts.h).
//
//   %q = call ptr @"__forall_cast:other:8:_ZTS5Point"(ptr %p)    ->    a mark (marks.h) of %p and "other:8:_ZTS5Point"
#pragma once

#include <llvm/IR/Module.h>

#include "instrument/known_calls.h"

namespace forall::instrument {

// Before the pipeline.
void markCasts(llvm::Module& module, const KnownCalls& known);

// Tells the runtime the type of an object that the call's function, a template, builds (forall/engine.h).
inline constexpr const char* kIsMade = "__forall_is_made";

// The type of the object that a call of operator new is for, or of kIsMade; null if it does not say.
const llvm::DIType* allocatedType(const llvm::CallBase& call);

}  // namespace forall::instrument
