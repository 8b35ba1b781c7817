// Small terms without variables.
#pragma once

#include <span>
#include <vector>

#include "spec/specification.h"

namespace forall::spec {

// Values of a sort, the smallest first: literals that axioms might tell apart, or normal forms made of constructors.
std::vector<Term> small_values(const Specification& specification, Sort sort, std::size_t most);

// Substitutions of values for the variables, at most so many; the smallest values come first.
std::vector<Substitution> small_instances(const Specification& specification, std::span<const Term> variables,
                                          std::size_t most);

}  // namespace forall::spec
