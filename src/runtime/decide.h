// Decisions: what makes a path.
#pragma once

#include "runtime/value.h"

namespace forall::runtime {

// Records that the condition has the value it has. A node is decided once in a run: its value cannot change.
void decide_condition(Value condition, StaticSite* site, abi::DecisionKind kind);
// Records a condition that says how inputs are made, or what a decision rests on: it costs no unfolding. A Bound is no
// fact about the inputs, so the program may still ask for it.
void hold(Value condition, StaticSite* site, abi::DecisionKind kind);
// Records the value of any width; afterwards it is a constant on this path.
void decide_value(Value value, StaticSite* site, abi::DecisionKind kind);
// Decides the condition as a branch and gives its truth.
bool branch_on(Value condition, StaticSite* site);

}  // namespace forall::runtime
