// Observably deterministic: a difference that observers see after an operation has a cause that they see before it.
//
// For each pair of paths, over inputs of their own: is there a pair of states that all observations and arguments agree
// on, and that the operation leads to different observations?
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "infer/behaviour.h"
#include "solve/solver.h"

namespace forall::infer {

// Two states that differ without a cause that observers see.
struct Ambiguity {
  int term = Relation::kNone;  // that differs after the operation; none: one of them throws
  std::string text;            // "pop() makes peek() 0 or 5 in ..."
};

// Looks for states that differ in this term, or, with kNone, in how the operation ends.
std::optional<Ambiguity> find_ambiguity(Behaviour& behaviour, int term, const Subject& subject,
                                        const solve::Effort& effort);

}  // namespace forall::infer
