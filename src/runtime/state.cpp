#include "runtime/state.h"

#include "runtime/interpose.h"

namespace forall::runtime {

State g;
abi::StackObject stack_objects[kStackObjects];

// Takes interpose.o into every target: nothing else refers to the functions it replaces.
[[gnu::used]] const void* const interposed_functions = interpose_anchor();

}  // namespace forall::runtime

extern "C" {
forall::abi::TargetState __forall_state = {nullptr, nullptr, forall::runtime::stack_objects, 0, 0, {}, {},
                                           nullptr, nullptr};
alignas(64) std::uint8_t __forall_flags[forall::abi::kFlagCount];
}
