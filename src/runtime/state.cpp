#include "runtime/state.h"

#include "runtime/interpose.h"

namespace {

// Deep enough for any recursion that the stack itself can hold; untouched pages cost nothing.
constexpr std::size_t kStackObjects = std::size_t{1} << 20;
forall::abi::StackObject stack_objects[kStackObjects];

}  // namespace

namespace forall::runtime {

State g;

// Takes interpose.o into every target: nothing else refers to the functions it replaces.
[[gnu::used]] const void* const interposed_functions = interpose_anchor();

}  // namespace forall::runtime

extern "C" {
forall::abi::TargetState __forall_state = {nullptr, nullptr, stack_objects, 0, 0, {}, {}, nullptr};
alignas(64) std::uint8_t __forall_flags[forall::abi::kFlagCount];
}
