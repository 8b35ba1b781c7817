#include "runtime/state.h"

#include <cstring>

#include "runtime/module.h"

namespace forall::runtime {

State g;
abi::StackFrame stack_frames[kStackFrames];

namespace {

constexpr Kept kKept[] = {g, stack_frames, __forall_state};

void forget_callees() { __forall_state.argument_callee = __forall_state.result_callee = nullptr; }

void begin() {
  forget_callees();
  std::memset(__forall_state.arguments, 0, sizeof __forall_state.arguments);  // ids of another run are meaningless
  __forall_state.suspended = 0;
  __forall_state.indirect_site = nullptr;
  g.unexplored = nullptr;
  g.model_site = nullptr;
  g.building = 0;
}

void end() {
  forget_callees();
  __forall_state.suspended = 0;
}

}  // namespace

FORALL_MODULE(state) = {
    .phase = Phase::Machine, .keeps = kKept, .save = forget_callees, .begin_run = begin, .end_run = end};

}  // namespace forall::runtime

extern "C" {
forall::abi::TargetState __forall_state = {nullptr, nullptr, forall::runtime::stack_frames, 0, 0, {}, {}, nullptr, 0,
                                           0,       nullptr};
}
