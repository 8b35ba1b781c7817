// Finds the laws of an operation among guards and claims, by samples and the solver.
//
//   1. Samples are states with what the operation does in them: first one per path.
//   2. Claims and guards are taken in stages, plain equations before orders and short guards before long ones. Who holds
//      in all samples and covers most of those that nothing covers yet is chosen, until all are covered.
//   3. The solver checks each choice on each path, and that the guards leave no state out. A counterexample is a new
//      sample, and the choice is made again.
//
// So a law that leaves here holds on every path of the probe. Its verdict comes from its own exploration.
#pragma once

#include <atomic>
#include <optional>
#include <string>
#include <vector>

#include "infer/behaviour.h"
#include "infer/law.h"
#include "solve/solver.h"

namespace forall::infer {

// When an observer or an operation returns, over the terms of its own probe.
struct Returns {
  bool is_known = false;
  std::vector<Term> terms;
  Condition when;  // empty: always
};
// The same over the terms of another probe, where `renamed` are the arguments of the call; none if these lack a term.
std::optional<Condition> translated(const Returns& returns, const std::vector<Argument>& arguments,
                                    const std::vector<std::string>& renamed, long shift,
                                    const std::vector<Term>& terms);

struct Findings {
  std::vector<Law> laws;
  Returns returns;
  // Terms after the call of which no equation says what they are, in some state.
  struct Undetermined {
    int term = 0;
    std::string why;
  };
  std::vector<Undetermined> undetermined;
  std::vector<std::string> crashes;  // what goes wrong where the operation must not be called
};

struct SearchSetting {
  const Subject& subject;
  const std::vector<Returns>& observers;  // per observer; empty while these are searched themselves
  const Returns* operation = nullptr;     // if it is known already
  solve::Effort effort{.conflicts = 20000, .seconds = 2};
  const std::atomic<bool>& stop;
};
// What must hold for the terms of the relation to have values; none if that cannot be said.
std::optional<Condition> needed_by(const SearchSetting& setting, const std::vector<Term>& terms,
                                   const Relation& relation);

Findings find_laws(Behaviour& behaviour, const SearchSetting& setting);

}  // namespace forall::infer
