// A lexicographic path order under which terms are greater than others, found by the SAT solver.
//
//   s = f(s1, ..., sn) > t  if  some si is t or greater than t,
//     or t = g(t1, ..., tm), f precedes g, and s > each tj,
//     or t = f(t1, ..., tn), s > each tj, and the first si that differs from ti, from the left or from the right as f
//        has it, is greater.
//
// Literals and errors are less than any operation. The order is well-founded, and terms with variables are compared
// for all their instances, so axioms whose left sides are greater than their right sides cannot be used for ever.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "spec/specification.h"

namespace forall::spec {

struct PathOrder {
  std::vector<Op> precedence;      // the greatest first
  std::vector<Op> from_the_right;  // operations whose arguments are compared from the right
};

// An order in which the first term of each pair is greater; nothing if there is none or the solver gave up.
std::optional<PathOrder> find_path_order(const Specification& specification,
                                         std::span<const std::pair<Term, Term>> pairs);

std::string to_text(const Specification& specification, const PathOrder& order);

}  // namespace forall::spec
