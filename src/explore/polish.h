// Makes the values of a case small and plain, on the same path.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "expr/evaluate.h"
#include "expr/pool.h"
#include "testcase/records.h"
#include "trace/path.h"

namespace forall::explore {

class Polish {
 public:
  explicit Polish(expr::Pool& pool) : pool_(pool), evaluate_(pool) {}

  // Inputs of a path under which all its conditions hold, as before, with friendlier values where there are any.
  // Does little or nothing once it has worked too long for the paths before.
  testcase::NamedValues operator()(std::span<const testcase::InputValue> inputs, std::span<const trace::Step> steps);

 private:
  struct Subject {
    const testcase::InputValue* input;
    expr::U128 value;
    bool is_variable;                    // else no condition depends on it
    std::uint32_t variable;              // in the pool
    std::vector<expr::Expr> conditions;  // that depend on it
  };

  void read(std::span<const testcase::InputValue> inputs, std::span<const trace::Step> steps);
  bool may_go_on() const { return evaluate_.work() < most_work_; }
  // Takes the value if all conditions allow it.
  bool take(Subject& subject, expr::U128 value);
  void improve(Subject& subject);
  void improve_length(Subject& subject);
  void improve_number(Subject& subject);
  void improve_character(Subject& subject);
  void improve_float(Subject& subject);

  expr::Pool& pool_;
  expr::Evaluator evaluate_;
  std::vector<Subject> subjects_;
  std::uint64_t most_work_ = 0;
};

}  // namespace forall::explore
