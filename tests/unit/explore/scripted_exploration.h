// Explores a scripted target with a solver that tries all values.
#pragma once

#include <string>
#include <vector>

#include "brute_force_solver.h"
#include "explore/exploration.h"
#include "scripted_target.h"

namespace forall::explore::testing {

class FakeClock : public base::Clock {
 public:
  double now() override { return time += step; }
  double time = 100;
  double step = 0;
};

inline Options unbounded() {
  Options options;
  options.seconds = 0;
  return options;
}

inline testcase::Result explore_scripted(ScriptedTarget& target, Options options = unbounded(),
                                         const Hooks& hooks = {}) {
  FakeClock clock;
  expr::Pool pool;
  BruteForceSolver solver(pool);
  return Exploration({target, pool, solver, clock}, target.put(), options, hooks)();
}

inline std::vector<std::string> kinds(const testcase::Result& result) {
  std::vector<std::string> kinds;
  for (const testcase::LedgerLine& line : result.ledger) kinds.push_back(testcase::to_string(line.kind));
  return kinds;
}

}  // namespace forall::explore::testing
