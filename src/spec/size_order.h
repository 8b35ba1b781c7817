// Termination of axioms that recur on a smaller object, where it is smaller only because of a condition.
//
//   A.eqn(B) -> IF A.empty or B.empty THEN ... ELSE A.delete.eqn(B.delete)
//
// The size of an object is the number of constructors in its value. Two things are proved:
//   * a transformer f of one object makes every object smaller that no creating constructor made: by induction on the
//     object, for each axiom about f and each path of its right side;
//   * in each path that uses the axiom's operation again, one and the same argument, which is a variable V on the left,
//     is V.f, and the path's conditions exclude that V was made by a creating constructor.
// Then each use of the axiom makes that object smaller. All other axioms decrease in a path order in which the operation
// does not occur on right sides.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "spec/specification.h"

namespace forall::spec {

// The proof in one line, or nothing.
std::optional<std::string> find_size_order(const Specification& specification, std::span<const Rule* const> decreasing,
                                           std::span<const Rule* const> others);

}  // namespace forall::spec
