// Variables on the stack that code elsewhere may know by their addresses: frames of them, with guards between them.
#pragma once

#include "runtime/objects.h"

namespace forall::runtime {

void stack_memory_start();  // once per process, before instrumented code runs
void stack_memory_begin();  // before each run, and before the set-up of a suite
void stack_memory_reset();  // after them: as if functions that did not return had never been called

struct StackVariable {
  Object object;
  const abi::FrameVariable* description = nullptr;
};
// The variable, of a function that has not returned, that contains this address, in its scope or not.
StackVariable find_stack_variable(u64 address);
Object find_stack_object(u64 address);

// Is this an address in a frame that stays where it is until the run ends?
bool is_kept_frame(u64 address);

// The variable next to an address in a frame, also in one of a function that has returned.
StackVariable variable_near(u64 address);

}  // namespace forall::runtime
