// Critical pairs. Where the left side of an axiom fits into that of another one, a term can be rewritten in two ways;
// the two results are rewritten further, path by path of the conditions on their variables, and compared.
//
// Yes: no such overlaps and no variable twice on a left side (an orthogonal system is confluent even if it does not
// terminate); or all pairs join and rewriting terminates. No: a term without variables with two different normal forms.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "spec/check.h"
#include "spec/failing.h"
#include "spec/match.h"
#include "spec/rewrite.h"
#include "spec/tree.h"
#include "spec/values.h"

namespace forall::spec {
namespace {

using Place = std::vector<std::size_t>;  // the arguments on the way to a subterm

struct CriticalPair {
  const Rule* outer;
  const Rule* inner;
  Term overlap, first, second;
  std::optional<Term> replaced;  // inside of the overlap, by the second axiom; none at its root
};

// The subterms of a left side that another one may fit into, with their places.
std::vector<std::pair<Place, Term>> inner_terms(const Terms& terms, Term root) {
  std::vector<std::pair<Place, Term>> result{{{}, root}};
  for (std::size_t i = 0; i < result.size(); ++i) {
    const auto [place, term] = result[i];
    const auto& arguments = terms[term].arguments;
    for (std::size_t j = 0; j < arguments.size(); ++j) {
      if (terms[arguments[j]].kind != Kind::Apply) continue;
      Place below = place;
      below.push_back(j);
      result.emplace_back(std::move(below), arguments[j]);
    }
  }
  return result;
}

Term replace(Terms& terms, Term root, const Place& place, Term by) {
  std::vector<Term> along{root};
  for (const std::size_t i : place) along.push_back(terms[along.back()].arguments[i]);
  Term result = by;
  for (std::size_t i = place.size(); i-- > 0;) {
    std::vector<Term> arguments = terms[along[i]].arguments;
    arguments[place[i]] = result;
    result = terms.apply(terms[along[i]].op, std::move(arguments));
  }
  return result;
}

std::vector<CriticalPair> critical_pairs(const Specification& spec) {
  Terms& terms = *spec.terms;
  std::vector<CriticalPair> result;
  for (std::size_t i = 0; i < spec.rules.size(); ++i) {
    const Rule& outer = spec.rules[i];
    for (const auto& [place, subterm] : inner_terms(terms, outer.left)) {
      for (std::size_t j = 0; j < spec.rules.size(); ++j) {
        const Rule& inner = spec.rules[j];
        if (terms[subterm].op != inner.op) continue;
        if (place.empty() && j <= i) continue;  // at the root, each pair once, and no axiom with itself
        const Term left = rename_variables(terms, inner.left, "'");
        const auto unifier = unify(terms, subterm, left);
        if (!unifier) continue;
        const Term overlap = substitute(terms, outer.left, *unifier);
        const Term by = substitute(terms, rename_variables(terms, inner.right, "'"), *unifier);
        result.push_back({&outer, &inner, overlap, substitute(terms, outer.right, *unifier),
                          replace(terms, overlap, place, by), place.empty() ? std::nullopt : std::optional(by)});
      }
    }
  }
  return result;
}

bool is_left_linear(const Terms& terms, const Rule& rule) {
  std::vector<Term> open{rule.left}, seen;
  while (!open.empty()) {
    const Term t = open.back();
    open.pop_back();
    if (terms[t].kind == Kind::Variable) {
      if (std::find(seen.begin(), seen.end(), t) != seen.end()) return false;
      seen.push_back(t);
    }
    open.insert(open.end(), terms[t].arguments.begin(), terms[t].arguments.end());
  }
  return true;
}

std::string axioms_of(const CriticalPair& pair) {
  return pair.outer == pair.inner ? fmt::format("axiom {} twice", pair.outer->label)
                                  : fmt::format("axioms {} and {}", pair.outer->label, pair.inner->label);
}

// Values for the variables with which the two sides have different normal forms.
std::optional<Divergence> diverging_instance(const Specification& spec, Conditions& conditions,
                                             const CriticalPair& pair, const std::vector<Fact>& facts) {
  Terms& terms = *spec.terms;
  const auto variables = variables_of(terms, pair.overlap);
  const Feasibility model = conditions.friendly(facts, variables);
  std::vector<Term> left;
  for (const Term variable : variables) {
    if (!model.values.contains(variable)) left.push_back(variable);
  }
  std::vector<Substitution> tries;
  for (Substitution instance : small_instances(spec, left, 100)) {
    instance.insert(model.values.begin(), model.values.end());
    tries.push_back(std::move(instance));
  }
  for (Substitution& instance : small_instances(spec, variables, 200)) tries.push_back(std::move(instance));
  Rewriter rewriter(spec, {.steps = 20'000});
  for (const Substitution& instance : tries) {
    const Reduction first = rewriter.normalize(substitute(terms, pair.first, instance));
    const Reduction second = rewriter.normalize(substitute(terms, pair.second, instance));
    if (pair.replaced && terms.is_error(rewriter.normalize(substitute(terms, *pair.replaced, instance)).result))
      continue;
    if (first.end != Reduction::End::Normal || second.end != Reduction::End::Normal || first.result == second.result)
      continue;
    return Divergence{substitute(terms, pair.overlap, instance), first.result, second.result, axioms_of(pair)};
  }
  return std::nullopt;
}

// A condition that is an error is neither true nor false.
bool have_values(Failing& failing, const std::vector<Fact>& facts) {
  return std::none_of(facts.begin(), facts.end(), [&](const Fact& fact) { return failing.may_fail(fact.condition); });
}

struct Joined {
  std::optional<Divergence> divergence;
  std::string open;  // why it is not decided; empty: it joins
};

Joined join(const Specification& spec, Conditions& conditions, const CriticalPair& pair) {
  const Terms& terms = *spec.terms;
  if (pair.first == pair.second) return {};
  // Axioms speak about values: where the inner axiom makes an error, the outer one does not apply.
  const Term sides[] = {pair.first, pair.second, pair.replaced.value_or(pair.first)};
  const Tree tree = build_tree(spec, conditions, sides, {.paths = 200, .decisions = 20, .steps = 20'000});
  Failing failing(spec);
  Joined result;
  for (const Path& path : tree.paths) {
    if (path.state == Path::State::Unsatisfiable) {
      if (path.within_integers) result.open = "that they join relies on arithmetic without overflow";
      continue;
    }
    if (path.state == Path::State::Open) {
      result.open = path.reason;
      continue;
    }
    if (pair.replaced && terms.is_error(path.normal_forms[2])) continue;
    if (path.normal_forms[0] == path.normal_forms[1]) {
      if (!have_values(failing, path.conditions))
        result.open = "that they join relies on conditions that may be errors";
      if (!path.assumed.empty())
        result.open =
            fmt::format("that they join relies on {}, which may be an error", to_text(terms, path.assumed[0]));
      if (path.within_integers) result.open = "that they join relies on arithmetic without overflow";
      continue;
    }
    result.divergence = diverging_instance(spec, conditions, pair, path.conditions);
    if (result.divergence) return result;
    result.open = fmt::format("they become {} and {}", to_text(terms, path.normal_forms[0]),
                              to_text(terms, path.normal_forms[1]));
  }
  if (!tree.bounded.empty() && result.open.empty()) result.open = tree.bounded;
  if (!result.open.empty()) result.divergence = diverging_instance(spec, conditions, pair, {});
  return result;
}

}  // namespace

ConfluenceAnswer check_confluence(const Specification& specification, Conditions& conditions,
                                  const CheckAnswer& termination) {
  const Terms& terms = *specification.terms;
  const auto pairs = critical_pairs(specification);
  ConfluenceAnswer answer;
  const auto all = [&](auto predicate) {
    return std::all_of(specification.rules.begin(), specification.rules.end(), predicate);
  };
  if (pairs.empty() && all([&](const Rule& rule) { return is_left_linear(terms, rule); })) {
    answer.verdict = Verdict::Yes;
    answer.because = "no two axioms overlap";
    return answer;
  }
  std::string open;
  for (const CriticalPair& pair : pairs) {
    const Joined joined = join(specification, conditions, pair);
    if (joined.divergence) {
      answer.divergences.push_back(*joined.divergence);
    } else if (!joined.open.empty() && open.empty()) {
      open = fmt::format("{} overlap in {}: {}", axioms_of(pair), to_text(terms, pair.overlap), joined.open);
    }
  }
  if (!answer.divergences.empty()) {
    const Divergence& d = answer.divergences[0];
    answer.verdict = Verdict::No;
    answer.because = fmt::format("{} has two normal forms, {} and {} ({})", to_text(terms, d.term),
                                 to_text(terms, d.first), to_text(terms, d.second), d.how);
  } else if (!open.empty()) {
    answer.because = open;
  } else if (termination.verdict != Verdict::Yes) {
    answer.because = fmt::format("all {} critical pairs join, but it is not known that rewriting ends", pairs.size());
  } else {
    answer.verdict = Verdict::Yes;
    answer.because = fmt::format("all {} critical pairs join", pairs.size());
  }
  return answer;
}

}  // namespace forall::spec
