// Classes whose code does not run in an exploration, and the facts known about them. The results of their methods are
// inputs of the run, restricted only by these facts.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/deadline.h"
#include "expr/pool.h"
#include "testcase/records.h"
#include "trace/path.h"

namespace forall::explore {

// A path on which the PUT fails.
struct FailingPath {
  std::vector<trace::Step> steps;  // up to the failure
  std::vector<expr::Expr> made;    // which values inputs can have at all
  std::vector<trace::Call> calls;
  std::vector<testcase::ObjectValue> objects;
};

// Of one exploration: its expressions are those of the exploration's pool.
class StandIns {
 public:
  virtual ~StandIns() = default;
  // Bit i: the class with index i (testcase::DescribedClass).
  virtual std::uint64_t classes() const = 0;

  // Puts what is known about the calls of the path into it, as assumptions. `values` are those that the run was asked
  // for: they have the terms that no call of the run is about, whose values go to `assumed`. False: the run does not
  // meet them, so it is not a run of the program; the path ends at the condition.
  virtual bool hold(trace::Path& path, const testcase::NamedValues& values, testcase::NamedValues& assumed) = 0;
  // Is this condition of a path one that `hold` put there?
  virtual bool is_held(expr::Expr condition) const = 0;
  // Of the path that `hold` saw last: is one of its conditions false whatever the inputs are?
  virtual bool is_contradictory() const = 0;
  // The contradiction, where these constraints cannot all hold: because of `last`, a condition that `hold` put
  // there, or without it because of that of the path that `hold` saw last. `is_impossible` asks the solver.
  using Question = std::function<bool(const std::vector<expr::Expr>& constraints)>;
  virtual testcase::Contradiction explain(const std::vector<expr::Expr>& constraints, std::optional<expr::Expr> last,
                                          const Question& is_impossible) = 0;
  // `hold` has limits: is the path that it saw last, a failing one, excluded all the same? Takes its time.
  virtual bool excludes(const trace::Path& path, const base::Interrupt& interrupt) = 0;
  // Gaps in the facts on the path that `hold` saw last, which met them.
  virtual std::vector<testcase::MissingAxiom> open_terms() = 0;

  // Are failing paths wanted?
  virtual bool takes_failing() const { return false; }
  virtual void take_failing(FailingPath) {}
};

}  // namespace forall::explore
