// What an operation does, as the exploration of its probe tells it: for each path a condition and the values of terms, as
// expressions over the inputs.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "explore/explore.h"
#include "expr/pool.h"
#include "infer/probe_source.h"
#include "solve/solver.h"
#include "target/target.h"
#include "testcase/records.h"

namespace forall::infer {

struct BehaviourPath {
  enum class End { Returned, Threw, Crashed };
  End end = End::Returned;
  std::string exception;  // the type, of a path that threw
  std::string fault;      // of one that crashed
  std::vector<expr::Expr> conditions;
  std::vector<expr::Expr> values;               // per term; none: it has no value on this path
  std::vector<std::optional<expr::U128>> seen;  // the values in the run that found the path
  std::vector<testcase::InputValue> inputs;
};

struct Behaviour {
  Probe probe;
  std::unique_ptr<expr::Pool> pool = std::make_unique<expr::Pool>();
  std::unique_ptr<solve::Solver> solver;
  std::vector<BehaviourPath> paths;
  std::vector<testcase::LedgerLine> ledger;
  bool is_exhausted = false;
  Condition bounds;  // if only small numbers were tried as arguments: that they are small
};

// The PUT of the probe in the target; that with small numbers where the others are lengths of what is allocated.
Behaviour explore_probe(target::Target& target, const Probe& probe, const explore::Options& options,
                        const std::atomic<bool>& stop);

}  // namespace forall::infer
