// Looks for a model by walking: from an assignment, change one variable at a time, and keep what brings the constraints
// nearer to being true as evaluation sees them. Finds models where equations are too hard to solve, such as those of
// libm's functions; never says that there is none.
#pragma once

#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <vector>

#include "base/deadline.h"
#include "expr/evaluate.h"
#include "expr/pool.h"

namespace forall::solve {

class LocalSearch {
 public:
  explicit LocalSearch(expr::Pool& pool) : pool_(pool), evaluate_(pool) {}
  // Constraints to look for a model of. Tables that are as large as the pool are kept from one to the next.
  void aim_at(std::span<const expr::Expr> constraints);

  // No walk goes on beyond it.
  void end_at(const base::Deadline& deadline) { deadline_ = deadline; }

  // A model that satisfies all constraints, by evaluation; it sets their variables and no other. The walk starts at
  // `start` and, with `restarts`, goes on from other places until `evaluations` are used up.
  std::optional<expr::Assignment> from(const expr::Assignment& start, std::int64_t evaluations, bool restarts);
  std::size_t variables() const { return variables_.size(); }
  std::int64_t evaluations() const { return used_; }

 private:
  struct Distance {  // to being true and to being false
    double truth = 0, falsehood = 0;
  };
  struct Variable {
    std::uint32_t index;
    unsigned width;
    bool is_float;
  };

  void collect_conditions();
  void collect_constants();
  void look_at_clock();
  double distance(const expr::Assignment& values);
  Distance distance_of(expr::Expr condition);
  bool climb(expr::Assignment& values, double& best);
  bool improve(expr::Assignment& values, const Variable& variable, double& best);
  void try_candidates(expr::Assignment& values, const Variable& variable, double& best);
  bool step(expr::Assignment& values, const Variable& variable, expr::U128 to, double& best);
  void start_at_one(expr::Assignment& values);
  void scatter(expr::Assignment& values);

  expr::Pool& pool_;
  expr::Evaluator evaluate_;
  std::vector<expr::Expr> roots_;
  std::vector<expr::Expr> conditions_;   // of width 1, operands first
  std::vector<std::uint32_t> position_;  // per expression: 1 + index into conditions_, or 0
  std::vector<Distance> distances_;      // parallel to conditions_
  std::vector<Variable> variables_;
  std::vector<std::pair<unsigned, expr::U128>> constants_;  // width and value of those in the constraints
  std::vector<std::uint32_t> seen_;                         // per expression: the last aim that met it
  std::uint32_t aim_ = 0;
  std::mt19937_64 random_;
  base::Deadline deadline_;
  std::uint64_t next_look_ = 0;  // at the clock, in operators evaluated
  std::int64_t used_ = 0, most_ = 0;
};

}  // namespace forall::solve
