// The checks of a specification. Each answer is yes with its certificate, no with its witness, or open with the reason.
#pragma once

#include <string>
#include <vector>

#include "spec/conditions.h"
#include "spec/specification.h"

namespace forall::spec {

enum class Verdict { Yes, No, Open };
const char* to_string(Verdict verdict);

struct CheckAnswer {
  Verdict verdict = Verdict::Open;
  std::string because;               // certificate, witness or reason, in one line
  std::vector<std::string> details;  // such as the terms of a sequence
};

// Two different normal forms of one term without variables.
struct Divergence {
  Term term, first, second;
  std::string how;  // the axioms that lead there
};

struct ConfluenceAnswer : CheckAnswer {
  std::vector<Divergence> divergences;
};

// Every sequence of rewrite steps ends.
CheckAnswer check_termination(const Specification& specification);
// A term has at most one normal form.
ConfluenceAnswer check_confluence(const Specification& specification, Conditions& conditions,
                                  const CheckAnswer& termination);
// Each transformer and observer on values is reduced by an axiom.
CheckAnswer check_completeness(const Specification& specification);
// true = false does not follow from the axioms.
CheckAnswer check_consistency(const Specification& specification, const ConfluenceAnswer& confluence);

struct Checks {
  CheckAnswer terminating, confluent, complete, consistent;
};
Checks check_all(const Specification& specification);

}  // namespace forall::spec
