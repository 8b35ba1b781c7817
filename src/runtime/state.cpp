#include "runtime/state.h"

#include "runtime/interpose.h"

namespace forall::runtime {

State g;
abi::StackFrame stack_frames[kStackFrames];

// Takes interpose.o into every target: nothing else refers to the functions it replaces.
[[gnu::used]] const void* const interposed_functions = interpose_anchor();

}  // namespace forall::runtime

extern "C" {
forall::abi::TargetState __forall_state = {nullptr, nullptr, forall::runtime::stack_frames, 0, 0, {}, {}, nullptr, 0,
                                           0,       nullptr};
}
