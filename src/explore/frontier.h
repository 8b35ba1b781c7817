// The open alternatives of an execution tree, in the order of a search strategy.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "explore/coverage.h"
#include "explore/explore.h"
#include "explore/tree.h"

namespace forall::explore {

struct Alternative {
  NodeRef node;
  std::uint32_t depth = 0;
  std::uint32_t site = 0;
  abi::DecisionKind kind = abi::DecisionKind::Branch;
  std::uint64_t value = 0;                              // the one seen first
  std::shared_ptr<const testcase::NamedValues> inputs;  // of the run that found it
};

class Frontier {
 public:
  virtual ~Frontier() = default;
  // The alternatives of a run are added root first.
  virtual void add(Alternative alternative) = 0;
  virtual std::optional<Alternative> pop() = 0;
  // The one that would be popped last, if the strategy tells.
  virtual std::optional<Alternative> pop_last() { return pop(); }
};

// DepthFirst: the deepest alternative of the last run. BreadthFirst: the shallowest, older first. Coverage: those that
// would execute a branch direction no run has executed, then all others; the shallowest first among both.
std::unique_ptr<Frontier> make_frontier(Strategy strategy, const Coverage& coverage);

}  // namespace forall::explore
