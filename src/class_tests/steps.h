// Conditions on states, moved backwards over paths.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "class_tests/summary.h"
#include "solve/solver.h"

namespace forall::class_tests {

enum class Truth { Yes, No, Unknown };

class Steps {
 public:
  Steps(const Summaries& summaries, expr::Pool& pool);

  // The condition before the path, which is the call with `after` calls after it: its arguments get names of their own.
  // None: it is plainly false.
  std::optional<std::vector<expr::Expr>> before(const PathSummary& path, const std::vector<expr::Expr>& condition,
                                                std::size_t after);
  // Its own condition alone.
  std::vector<expr::Expr> own(const PathSummary& path, std::size_t after);
  expr::Expr own(const PathSummary& path, expr::Expr e, std::size_t after);
  // The argument of the call.
  expr::Expr argument(std::uint32_t variable, std::size_t after);

  Truth is_satisfiable(const std::vector<expr::Expr>& condition, expr::Assignment* model = nullptr);
  bool implies(const std::vector<expr::Expr>& condition, const std::vector<expr::Expr>& other);

  expr::Pool& pool;
  const Summaries& summaries;

 private:
  std::unique_ptr<solve::Solver> solver_;
};

// Conditions that hold after every constructor and are kept by every path of every operation: bounds of the members by the
// constants of the class and by each other.
std::vector<expr::Expr> find_invariant(Steps& steps, const Subject& subject);

}  // namespace forall::class_tests
