// Numbers that a program makes from addresses, the capacity of containers, and where empty ones have their elements: what
// these are depends on more than the test. The runtime is told of them while they can be recognized:
//
//   %n = ptrtoint ptr %p to i64      %n = call i64 @__forall_address_number(ptr %p)
//   %c = call i64 @capacity(...)     call void @__forall_capacity_asked()
//   %d = call ptr @data(...)         call ptr @__forall_data_asked(ptr %d)
#pragma once

#include <llvm/IR/Module.h>

#include "instrument/known_calls.h"

namespace forall::instrument {

// Before the pipeline, and before the other steps, which make numbers of addresses of their own.
void callAddressNumbers(llvm::Module& module, const KnownCalls& known);

}  // namespace forall::instrument
