// Decisions, of which a path consists.
#pragma once

#include "runtime/value.h"

namespace forall::runtime {

// Records the value that the condition has. A node is decided once in a run: its value cannot change.
void decide_condition(Value condition, StaticSite* site, abi::DecisionKind kind);
// Records a condition about how inputs are made, or one that a decision depends on: it costs no unfolding. A Bound is
// not a fact about the inputs, so the program may still decide it.
void hold(Value condition, StaticSite* site, abi::DecisionKind kind);
// Records the value of any width; afterwards it is a constant on this path.
void decide_value(Value value, StaticSite* site, abi::DecisionKind kind);
// Decides the condition as a branch and returns its truth value.
bool branch_on(Value condition, StaticSite* site);

}  // namespace forall::runtime
