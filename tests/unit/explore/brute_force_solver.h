// A solver that tries every assignment. For a few narrow variables; the oracle of the exploration tests.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "expr/evaluate.h"
#include "solve/solver.h"

namespace forall::explore::testing {

class BruteForceSolver : public solve::Solver {
 public:
  explicit BruteForceSolver(expr::Pool& pool) : pool_(pool) {}

  solve::Answer check(const solve::Query& query, const solve::Effort&) override {
    std::set<std::uint32_t> support;
    for (const expr::Expr e : query.constraints) {
      for (const std::uint32_t variable : pool_.support(e)) support.insert(variable);
    }
    const std::vector<std::uint32_t> variables(support.begin(), support.end());
    unsigned bits = 0;
    for (const std::uint32_t v : variables) bits += pool_.variables()[v].width;
    expr::Evaluator evaluate(pool_);
    for (std::uint64_t code = 0; code < (std::uint64_t{1} << bits); ++code) {
      expr::Assignment assignment;
      std::uint64_t rest = code;
      for (const std::uint32_t v : variables) {
        const unsigned width = pool_.variables()[v].width;
        assignment.set(v, {rest & ((std::uint64_t{1} << width) - 1), 0});
        rest >>= width;
      }
      evaluate.assign(assignment);
      bool holds = true;
      for (const expr::Expr e : query.constraints) holds = holds && evaluate.holds(e);
      if (holds) return solve::Sat{assignment};
    }
    return solve::Unsat{};
  }

 private:
  expr::Pool& pool_;
};

}  // namespace forall::explore::testing
