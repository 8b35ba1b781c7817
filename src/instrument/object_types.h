// Whether an object has the class that a cast, a call or an access assumes. clang looks it up in a table of the
// sanitizer (-fsanitize=vptr); here the runtime is called, which reads the vtable if it has to:
//
//   %vtable = load ptr, ptr %object                      %ok = call i1 @__forall_has_type(ptr %object, i32 %id,
//   ...                                                                                   ptr @type, ptr @site)
//   br i1 %is_in_table, label %cont, label %handler      br i1 %ok, label %cont, label %trap
//
// Before the pass runs, id and site are null.
#pragma once

#include <llvm/IR/Module.h>

#include "instrument/known_calls.h"

namespace forall::instrument {

inline constexpr const char* kHasType = "__forall_has_type";

void askForObjectTypes(llvm::Module& module, const KnownCalls& known);

// Is this the destructor of a class whose objects begin with a pointer to their vtable? D1 is for complete objects, D2
// for bases; the one that also frees the object calls D1.
bool hasTable(const llvm::Function& function);

// Before the pipeline: a destructor leaves its object with a vtable that belongs to no class.
//
//   define void @_ZN4BaseD2Ev(ptr %this)                  ...
//     ret void                                            store ptr @__forall_destroyed, ptr %this
//                                                         ret void
void markDestroyedObjects(llvm::Module& module, const KnownCalls& known);

}  // namespace forall::instrument
