// Constraints that compare variables with each other and with constants.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "expr/evaluate.h"
#include "expr/pool.h"
#include "solve/value_set.h"

namespace forall::solve {

enum class Order : std::uint8_t { None, Signed, Unsigned };

// x is one of `values`, or x and y are in a relation. Variables are named by their index in the pool.
struct Comparison {
  enum Kind : std::uint8_t { Among, Below, BelowOrEqual, Unequal } kind = Among;
  Order order = Order::None;  // of a relation: None is good for both. Of a set: how the values were described
  std::uint32_t x = 0, y = 0;
  const ValueSet* values = nullptr;
};

// Reads each expression once.
class Comparisons {
 public:
  explicit Comparisons(expr::Pool& pool) : pool_(pool), evaluate_(pool) {}

  // The comparisons that all hold if, and only if, the constraint does. Empty if it is something else. The result is
  // valid until the next call.
  std::span<const Comparison> operator()(expr::Expr constraint);

 private:
  struct Part {
    expr::Expr condition;
    bool holds = true;
  };
  struct Range {
    std::uint32_t first = 0, count = 0;
    bool is_read = false;
  };

  bool read(expr::Expr constraint);
  bool read_part(Part part);
  bool read_relation(const Part& part);
  std::optional<ValueSet> values_of_word(const Part& part, Order& order) const;
  std::optional<ValueSet> values_of_byte(expr::Expr condition, std::uint32_t variable);
  bool is_small(expr::Expr e);

  expr::Pool& pool_;
  expr::Evaluator evaluate_;
  std::vector<Range> known_;  // per expression: in comparisons_
  std::vector<Comparison> comparisons_;
  std::deque<ValueSet> sets_;
  std::vector<Part> pending_;
  std::vector<expr::Expr> stack_;
};

}  // namespace forall::solve
