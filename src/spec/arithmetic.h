// What the built-in operations compute.
#pragma once

#include <optional>
#include <string>

#include "spec/term.h"

namespace forall::spec {

struct Computed {
  Term value;
  std::string problem;  // why the value is an error: overflow, division by zero
};

// The value of a built-in operation other than If on values; nothing if an argument is no literal.
std::optional<Computed> compute(Terms& terms, BuiltIn op, Term a, Term b);

}  // namespace forall::spec
