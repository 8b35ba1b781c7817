// Clauses about uninterpreted functions, for all values of their variables.
//
//   not (call_1 and ... and call_n and condition_1 and ... and condition_m)
//
// Z3 instantiates them where it finds calls of their triggers, modulo what it knows to be equal, and goes on from there
// for as long as it may. So it finds contradictions that take more instances than anyone wants to put into a path. What
// it does not find need not be consistent: instances come from existing calls, and there may be no end of them.
#pragma once

#include <variant>
#include <vector>

#include "expr/call.h"
#include "solve/solver.h"

namespace forall::solve {

// Calls of one function with equal inputs have equal outputs; a function is known by its method and by the roles and
// widths of what goes in and comes out. An exception is at most the greatest number that it can be.
struct QuantifiedClause {
  std::vector<expr::Call> calls;
  std::vector<expr::Expr> conditions;
  std::vector<std::size_t> trigger;  // into calls
};

// Clauses of one pool; each has its own variables.
struct Theory {
  const expr::Pool* pool = nullptr;
  std::vector<QuantifiedClause> clauses;
};

// Calls that are made, and facts about them. Here a variable is one unknown value.
struct Facts {
  const expr::Pool* pool = nullptr;
  std::vector<expr::Call> calls;
  std::vector<expr::Expr> conditions;
};

// There is no Sat: it could not be trusted.
std::variant<Unsat, Unknown> contradicts(const Theory& theory, const Facts& facts, const Effort& effort);

}  // namespace forall::solve
