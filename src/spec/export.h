// Specifications for other tools.
#pragma once

#include <string>

#include "spec/specification.h"

namespace forall::spec {

// A functional module of Maude. Values have sorts; errors are only of a kind, so variables do not match them.
std::string to_maude(const Specification& specification);
// A term without variables as the module writes it, and as Maude prints it.
std::string maude_term(const Specification& specification, Term term);

// The format of the rewriting competitions, as a logically constrained system over the theory of integers.
std::string to_ari(const Specification& specification);

}  // namespace forall::spec
