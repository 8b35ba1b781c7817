// Matching and unification of terms.
#pragma once

#include <optional>
#include <utility>

#include "spec/term.h"

namespace forall::spec {

// The substitution that makes the pattern the term; each variable of the pattern gets one term.
std::optional<Substitution> match(const Terms& terms, Term pattern, Term term);

// The most general substitution that makes the two terms equal. Their variables must be different ones.
std::optional<Substitution> unify(Terms& terms, Term a, Term b);

// The term with all variables renamed.
Term rename_variables(Terms& terms, Term term, const std::string& suffix);

}  // namespace forall::spec
