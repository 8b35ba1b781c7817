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
  //
  // Different: elements of one array that need not be equal are 1, 2, 3: a test whose elements are all 0 does not notice
  // that they change places.
  enum class Elements { AsSmallAsCanBe, Different };
  testcase::NamedValues operator()(std::span<const testcase::InputValue> inputs, std::span<const trace::Step> steps,
                                   Elements elements = Elements::AsSmallAsCanBe);

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
  using Group = std::vector<Subject*>;  // inputs that change together
  std::vector<Group> related();
  // Gives all of them the value, if all conditions allow it.
  bool take(const Group& group, expr::U128 value);
  template <typename ValueOf>
  bool set(const Group& group, const ValueOf& value_of);
  void improve_equal(const Group& related);
  void move_together(const Group& related);
  void tell_apart();
  // Of inputs that are equal.
  void improve(const Group& group);
  void improve_length(const Group& group);
  void improve_number(const Group& group);
  void improve_character(const Group& group);
  void improve_float(const Group& group);

  expr::Pool& pool_;
  expr::Evaluator evaluate_;
  std::vector<Subject> subjects_;
  std::uint64_t most_work_ = 0;
};

}  // namespace forall::explore
