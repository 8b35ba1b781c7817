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

inline std::string text_of(const testcase::Case& c) {
  std::string text = std::string(testcase::to_string(c.outcome.kind)) + " " + c.path_condition + ":";
  for (const testcase::InputValue& input : c.inputs) text += " " + input.name + "=" + std::to_string(input.value.lo);
  for (const testcase::Step& step : c.steps) text += "\n  " + step.condition;
  return text;
}

// Everything that does not depend on the clock.
inline std::vector<std::string> text_of(const testcase::Result& r) {
  std::vector<std::string> text = {testcase::to_string(r.verdict)};
  for (const std::uint64_t number :
       {r.paths, r.failed, r.discarded, r.cut, r.infeasible, r.runs, r.queries, r.branches_covered})
    text.push_back(std::to_string(number));
  for (const testcase::Case& c : r.cases) text.push_back(text_of(c));
  for (const testcase::LedgerLine& line : r.ledger) {
    text.push_back(line.text + " " + line.file + std::to_string(line.line) + " " + std::to_string(line.count));
  }
  for (const testcase::Undecided& u : r.undecided) text.push_back(u.condition);
  return text;
}

// 2^bits paths; the numbers of a few of them fail.
inline Body many_paths(unsigned bits) {
  return [bits](Script& s) {
    unsigned number = 0;
    for (unsigned i = 0; i < bits; ++i) {
      const Value bit = s.input("b" + std::to_string(i), 8);
      if (s.branch(i, s.less(bit, 100))) number |= 1u << i;
    }
    if (number % 61 == 7) s.fail(30 + number % 3);
  };
}

}  // namespace forall::explore::testing
