// Axioms as the explorer uses them: clauses over calls.
//
//   call_1 and ... and call_n and condition_1 and ... and condition_m      cannot all be, whatever the variables are
//
// The variables are what the calls depend on and what comes out of them. A clause is used by *instances*: its calls are
// matched with calls of a path. It is enough to match the calls of its trigger; what the others would give is then
// asked as a new term:
//
//   contains(h, k2) = r1, set(h, k1, v) = s, contains(s, k2) = r2, k1 != k2, r1 != r2        trigger: set, contains
//
// says of a path that sets and then looks, what looking before would have given.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "expr/call.h"
#include "expr/pool.h"

namespace forall::axioms {

using expr::Call;

struct Clause {
  std::string put;  // that says so
  std::vector<Call> calls;
  std::vector<expr::Expr> conditions;
  std::vector<std::size_t> trigger;                             // into calls, in their order
  std::vector<std::pair<expr::Expr, expr::Expr>> equal_states;  // that the clause may make equal
  std::vector<expr::Expr> made;  // which values its inputs can have at all; the clause holds for all others, too
};

class AxiomSet {
 public:
  expr::Pool pool;  // of the clauses
  std::vector<Clause> clauses;
  std::vector<std::string> puts;
  std::uint64_t stand_ins = 0;  // the classes that they describe
};

}  // namespace forall::axioms
