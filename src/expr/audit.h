// Checks the simplifier while it works: a term as requested and its simplified form must have the same value.
//
// They are evaluated under some assignments of numbers that like to break rules (0, 1, -1, the ends of the range,
// single bits, anything), which are the same for the life of a pool, and under one that the caller passes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "expr/evaluate.h"
#include "expr/pool.h"

namespace forall::expr {

class SimplificationAudit {
 public:
  explicit SimplificationAudit(Pool& pool);

  struct Disagreement {
    Simplification wrong;
    Assignment values;  // under which the two differ
  };
  // Takes the simplifications since the last call out of the pool. Stops at the first that is wrong.
  std::optional<Disagreement> check(const Assignment& given);
  std::optional<Disagreement> check(const std::vector<Simplification>& simplifications, const Assignment& given);
  std::uint64_t checked() const { return checked_; }

 private:
  struct Sample {
    Assignment values;
    Evaluator evaluate;
  };
  void extend_samples();
  bool agrees(const Simplification& simplification, Evaluator& evaluate) const;

  Pool& pool_;
  std::vector<Sample> samples_;  // the last one is the caller's
  std::size_t variables_ = 0;    // that have a value in the others
  std::uint64_t checked_ = 0;
};

}  // namespace forall::expr
