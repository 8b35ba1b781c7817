// Confluence implies consistency: true and false are different normal forms. Where a term has two normal forms, an
// observer of them that answers differently makes true = false follow.
#include <fmt/format.h>

#include <optional>
#include <utility>

#include "spec/check.h"
#include "spec/rewrite.h"
#include "spec/values.h"

namespace forall::spec {
namespace {

// Literals or an error, of which two different ones cannot be equal: (5 = 5) is true and (5 = 3) is false, and an error
// in the place of a value makes both errors.
bool is_answer(const Terms& terms, Term t) { return terms[t].kind == Kind::Literal || terms[t].kind == Kind::Error; }

struct Contradiction {
  Term first, second;  // what is observed
  Term one, other;     // the two answers
};

std::optional<Contradiction> contradiction(const Specification& spec, const Divergence& d) {
  Terms& terms = *spec.terms;
  if (is_answer(terms, d.first) && is_answer(terms, d.second))
    return Contradiction{d.first, d.second, d.first, d.second};
  const Signature& signature = *spec.signature;
  Rewriter rewriter(spec, {.steps = 20'000});
  for (const Op op : signature.operations()) {
    const Operation& operation = signature[op];
    if (operation.creates || operation.role != Role::Observer || operation.arguments[0] != terms[d.first].sort)
      continue;
    std::vector<Term> parameters;
    for (std::size_t i = 1; i < operation.arguments.size(); ++i)
      parameters.push_back(terms.variable(fmt::format("p{}", i), operation.arguments[i]));
    for (const Substitution& instance : small_instances(spec, parameters, 50)) {
      const auto observe = [&](Term object) {
        std::vector<Term> arguments{object};
        for (const Term parameter : parameters) arguments.push_back(instance.at(parameter));
        return terms.apply(op, std::move(arguments));
      };
      const Term first = observe(d.first), second = observe(d.second);
      const Reduction one = rewriter.normalize(first), other = rewriter.normalize(second);
      if (one.end == Reduction::End::Normal && other.end == Reduction::End::Normal && one.result != other.result &&
          is_answer(terms, one.result) && is_answer(terms, other.result))
        return Contradiction{first, second, one.result, other.result};
    }
  }
  return std::nullopt;
}

}  // namespace

CheckAnswer check_consistency(const Specification& specification, const ConfluenceAnswer& confluence) {
  const Terms& terms = *specification.terms;
  if (confluence.verdict == Verdict::Yes) return {Verdict::Yes, "true and false are different normal forms", {}};
  for (const Divergence& d : confluence.divergences) {
    const auto found = contradiction(specification, d);
    if (!found) continue;
    CheckAnswer answer{Verdict::No, "", {}};
    answer.because =
        fmt::format("{} = {} follows from the axioms", to_text(terms, found->one), to_text(terms, found->other));
    answer.details.push_back(fmt::format("{} is both {} and {} ({})", to_text(terms, d.term), to_text(terms, d.first),
                                         to_text(terms, d.second), d.how));
    if (found->first != d.first) {
      answer.details.push_back(fmt::format("{} -> {}", to_text(terms, found->first), to_text(terms, found->one)));
      answer.details.push_back(fmt::format("{} -> {}", to_text(terms, found->second), to_text(terms, found->other)));
    }
    return answer;
  }
  return {Verdict::Open,
          confluence.divergences.empty() ? "it is not known whether the specification is confluent"
                                         : "no observer was found that tells the two normal forms apart",
          {}};
}

const char* to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::Yes: return "yes";
    case Verdict::No: return "no";
    default: return "open";
  }
}

Checks check_all(const Specification& specification) {
  Conditions conditions(specification);
  Checks checks;
  checks.terminating = check_termination(specification);
  const ConfluenceAnswer confluence = check_confluence(specification, conditions, checks.terminating);
  checks.confluent = confluence;
  checks.complete = check_completeness(specification);
  checks.consistent = check_consistency(specification, confluence);
  return checks;
}

}  // namespace forall::spec
