// Whether an object is of the class that a cast, a call or an access says. clang looks it up in a table of the
// sanitizer's (-fsanitize=vptr); here the runtime is called, with a virtual table that is decided first:
//
//   br i1 %is_in_table, label %cont, label %handler      %ok = call i1 @__forall_has_type(ptr %vtable, ptr @type)
//                                                        br i1 %ok, label %cont, label %trap
#pragma once

#include <llvm/IR/Module.h>

#include "instrument/known_calls.h"

namespace forall::instrument {

inline constexpr const char* kHasType = "__forall_has_type";

void askForObjectTypes(llvm::Module& module, const KnownCalls& known);

}  // namespace forall::instrument
