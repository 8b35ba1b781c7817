// Conditions of paths, decided by the solver chain.
//
// A Boolean term becomes an expression over bit vectors. Operations that cannot be rewritten further (A.largest of a
// variable A) are unknowns: what is unsatisfiable with any value for them is unsatisfiable.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "expr/pool.h"
#include "solve/solver.h"
#include "spec/specification.h"

namespace forall::spec {

// A condition in normal form, and whether it holds on the path.
struct Fact {
  Term condition;
  bool holds = true;
  Term shown;  // the condition as it is easier to read: before it was rewritten
};

struct Feasibility {
  enum class Kind { Satisfiable, Unsatisfiable, Unknown };
  Kind kind = Kind::Unknown;
  Substitution values;           // Satisfiable: of the variables of built-in sorts in the facts
  bool within_integers = false;  // it was assumed that the arithmetic of the facts stays within Integer
  std::string reason;            // Unknown
};

class Conditions {
 public:
  explicit Conditions(const Specification& specification);
  ~Conditions();

  Feasibility check(std::span<const Fact> facts);
  // Values as a person would choose: small and, if that is possible, different ones.
  Feasibility friendly(std::span<const Fact> facts, std::span<const Term> variables);
  // Values at the edge of a comparison: the two sides of the fact are as near to each other as they can be.
  Feasibility at_boundary(std::span<const Fact> facts, const Fact& edge, std::span<const Term> variables);

 private:
  struct Translation;

  expr::Expr translate(Term t, Translation& side);
  expr::Expr number(Term t, Translation& side);
  expr::Expr unknown(Term t, Translation& side);
  expr::Expr arguments_defined(Term t, const Translation& side);
  void require(const Fact& fact, Translation& query);
  Feasibility solve(Translation& query);

  Terms& terms_;
  expr::Pool pool_;
  std::unique_ptr<solve::Solver> solver_;
};

}  // namespace forall::spec
