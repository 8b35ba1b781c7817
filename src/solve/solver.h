// The solver interface. Back ends and decorators (cache, independence, fall-back, checking) all implement it; chain.h
// puts them together.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/deadline.h"
#include "expr/evaluate.h"
#include "expr/pool.h"

namespace forall::solve {

// Solvers that decide a query themselves.
enum class Backend { Cadical, Z3 };

// A conjunction of expressions of width 1. Consecutive queries of an exploration share long prefixes; back ends keep
// what they built for an expression and only assume it.
struct Query {
  std::span<const expr::Expr> constraints;
};

// A budget for one query. 0 means no limit.
struct Effort {
  std::int64_t conflicts = 0;
  double seconds = 0;
  std::size_t gates = 0;                       // of the circuits that the query is made of
  const base::Interrupt* interrupt = nullptr;  // ends the query when it says true
};

inline base::Deadline deadline_of(const Effort& effort) { return base::Deadline(effort.seconds, effort.interrupt); }

// What is left of an effort.
inline Effort rest_of(Effort effort, const base::Deadline& deadline) {
  effort.seconds = deadline.seconds_left();
  return effort;
}

// The part of an effort that decides most queries. It is counted in work, never in time: what is decided with it does
// not depend on how busy the machine is.
inline constexpr std::int64_t kQuickConflicts = 5000;
inline constexpr std::size_t kQuickGates = 100'000;
inline Effort quick_part(Effort effort) {
  const auto least = [](auto limit, auto most) { return limit == 0 ? most : std::min(limit, most); };
  effort.conflicts = least(effort.conflicts, kQuickConflicts);
  effort.gates = least(effort.gates, kQuickGates);
  return effort;
}
inline bool is_quick(const Effort& effort) {
  return effort.conflicts != 0 && effort.conflicts <= kQuickConflicts && effort.gates != 0 &&
         effort.gates <= kQuickGates;
}

struct Sat {
  expr::Assignment model;  // sets at least the variables of the query
};
struct Unsat {
  // Constraints of the query that already contradict each other; empty when the solver cannot tell.
  std::vector<expr::Expr> core;
  std::optional<Backend> by = std::nullopt;  // who decided it; none: no back end was needed
};
struct Unknown {
  std::string reason;  // "conflict limit of 100000 reached", "timeout", ...
};
using Answer = std::variant<Sat, Unsat, Unknown>;

struct Statistics {
  std::uint64_t queries = 0;    // passed to the chain
  std::uint64_t solved = 0;     // reached a back end; independent parts of one query count each
  std::uint64_t reused = 0;     // answered by earlier models or earlier unsatisfiable queries
  std::uint64_t fallbacks = 0;  // undecided by the first back end's quick effort and asked of both
  std::uint64_t rebuilds = 0;   // of the SAT solver, to shed old variables
  double seconds = 0;           // in back ends

  // Of an audit.
  std::uint64_t audited = 0;           // unsatisfiable queries that another back end found to be so, too
  std::uint64_t simplifications = 0;   // of terms, checked by evaluation
  std::vector<std::string> unaudited;  // unsatisfiable queries that the other back end could not decide, and why
};

class Solver {
 public:
  virtual ~Solver() = default;
  virtual Answer check(const Query& query, const Effort& effort) = 0;
  virtual void add_statistics(Statistics&) const {}
};

}  // namespace forall::solve
