// The solver interface. Back ends and decorators (cache, independence, fall-back, checking) all implement it; chain.h
// puts them together.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "expr/evaluate.h"
#include "expr/pool.h"

namespace forall::solve {

// A conjunction of expressions of width 1. Consecutive queries of an exploration share long prefixes; back ends keep
// what they built for an expression and only assume it.
struct Query {
  std::span<const expr::Expr> constraints;
};

// A budget for one query. 0 means no limit.
struct Effort {
  std::int64_t conflicts = 0;
  double seconds = 0;
};

struct Sat {
  expr::Assignment model;  // sets at least the variables of the query
};
struct Unsat {
  // Constraints of the query that already contradict each other; empty when the solver cannot tell.
  std::vector<expr::Expr> core;
};
struct Unknown {
  std::string reason;  // "conflict limit of 100000 reached", "timeout", ...
};
using Answer = std::variant<Sat, Unsat, Unknown>;

struct Statistics {
  std::uint64_t queries = 0;    // asked of the chain
  std::uint64_t solved = 0;     // reached a back end; independent parts of one query count each
  std::uint64_t reused = 0;     // answered by earlier models or earlier unsatisfiable queries
  std::uint64_t fallbacks = 0;  // undecided by the first back end and asked of the second
  std::uint64_t rebuilds = 0;   // of the SAT solver, to shed old variables
  double seconds = 0;           // in back ends
};

class Solver {
 public:
  virtual ~Solver() = default;
  virtual Answer check(const Query& query, const Effort& effort) = 0;
  virtual void add_statistics(Statistics&) const {}
};

}  // namespace forall::solve
