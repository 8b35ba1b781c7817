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
#include "infer/returns.h"
#include "solve/solver.h"

namespace forall::infer {

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
Findings find_laws(Behaviour& behaviour, const SearchSetting& setting);

}  // namespace forall::infer
