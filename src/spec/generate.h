// Test cases: two sequences of operations, and whether they lead to equivalent objects.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "spec/conditions.h"
#include "spec/load.h"
#include "spec/specification.h"
#include "spec/tree.h"

namespace forall::spec {

struct Cases {
  std::vector<Case> cases;
  std::size_t unsatisfiable = 0;     // paths that were cut
  std::vector<std::string> bounded;  // what kept the cases from being all
};

// The term consists of operations that are exported or mapped, so a class under test can run it.
bool is_executable(const Specification& specification, Term term);

// Equal or different for sure, under the axioms: literals, or objects whose `eqn` is rewritten to true or false.
std::optional<bool> are_equivalent(const Specification& specification, Term first, Term second);

// For each path of a term with variables: the term and its normal form, with friendly values and with values at the
// boundary of each comparison; and the term with the normal form of each other path where `eqn` tells them apart.
Cases cases_of_term(const Specification& specification, Conditions& conditions, Term original);

struct SystematicOptions {
  std::size_t length = 3;  // operations after the one that creates
  std::size_t most = 500;  // cases
};
// All sequences up to a length, with variables for the parameters. A sequence whose normal forms another one had is not
// made longer.
Cases systematic_cases(const Specification& specification, Conditions& conditions, const SystematicOptions& options);

// As in the paper: sequences of `length` operations with numbers from 1 to `range`, `mix` constructors to one
// transformer. Every second case is one of sequences that are not equivalent, if `different` asks for it.
struct RandomOptions {
  std::size_t count = 1000;
  std::size_t length = 10;
  std::int64_t range = 100;
  double mix = 3;
  std::uint64_t seed = 1;
  bool different = false;
};
Cases random_cases(const Specification& specification, const RandomOptions& options);

}  // namespace forall::spec
