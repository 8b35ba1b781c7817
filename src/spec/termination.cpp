// Yes: all axioms decrease in one path order. No: a term whose rewriting needs an instance of the term itself, found by
// rewriting left sides of axioms and small terms.
#include <fmt/format.h>

#include <optional>

#include "spec/check.h"
#include "spec/failing.h"
#include "spec/match.h"
#include "spec/path_order.h"
#include "spec/rewrite.h"
#include "spec/size_order.h"
#include "spec/values.h"

namespace forall::spec {
namespace {

constexpr std::uint64_t kSteps = 20'000;
constexpr int kMostBounded = 3;          // terms that take too long, before the search ends
constexpr std::size_t kInstances = 60;   // small terms tried for each axiom
constexpr int kMostMatches = 20;         // of pending terms that are no loop, before the search ends
constexpr std::size_t kShownTerms = 12;  // of a sequence

// The variables of a term stand for values, so what takes their place must be one: errors end a sequence.
bool are_values(Rewriter& rewriter, Failing& failing, const Terms& terms, const Substitution& substitution) {
  for (const auto& [variable, term] : substitution) {
    if (failing.may_fail(term) || terms.is_if(term)) return false;
    const Reduction reduction = rewriter.normalize(term);
    if (reduction.end != Reduction::End::Normal || reduction.result != term) return false;
  }
  return true;
}

// The part of the pending terms that repeats: from a term to an instance of it.
std::optional<std::vector<Term>> loop_in(const Specification& spec, const std::vector<Term>& pending) {
  const Terms& terms = *spec.terms;
  Rewriter rewriter(spec, {.steps = kSteps});
  Failing failing(spec);
  int matches = 0;
  const std::size_t first_seen = pending.size() > 200 ? pending.size() - 200 : 0;
  for (std::size_t from : {std::size_t{0}, first_seen}) {
    for (std::size_t i = from; i < std::min(pending.size(), from + 50); ++i) {
      if (terms[pending[i]].kind != Kind::Apply) continue;
      for (std::size_t j = i + 1; j < std::min(pending.size(), i + 100); ++j) {
        const auto substitution = match(terms, pending[i], pending[j]);
        if (!substitution) continue;
        if (++matches > kMostMatches) return std::nullopt;
        if (are_values(rewriter, failing, terms, *substitution))
          return std::vector<Term>(pending.begin() + static_cast<std::ptrdiff_t>(i),
                                   pending.begin() + static_cast<std::ptrdiff_t>(j) + 1);
      }
    }
  }
  return std::nullopt;
}

CheckAnswer endless(const Specification& spec, const std::vector<Term>& loop) {
  const Terms& terms = *spec.terms;
  CheckAnswer answer{Verdict::No, "", {}};
  const std::string first = to_text(terms, loop.front()), last = to_text(terms, loop.back());
  answer.because = first == last ? fmt::format("rewriting {} needs its own result", first)
                                 : fmt::format("rewriting {} leads to {}, an instance of it", first, last);
  for (std::size_t i = 0; i < loop.size() && i < kShownTerms; ++i) answer.details.push_back(to_text(terms, loop[i]));
  return answer;
}

// A sequence that never ends, or a term whose rewriting was not seen to end.
struct Search {
  std::optional<CheckAnswer> found;
  std::string unfinished;
  int bounded = 0;  // terms whose rewriting did not end within the bound
};

Search search_loop(const Specification& spec) {
  Terms& terms = *spec.terms;
  Search search;
  const auto try_term = [&](Term term) {
    const Reduction reduction = Rewriter(spec, {.steps = kSteps}).normalize(term);
    if (reduction.end == Reduction::End::Normal) return false;
    if (const auto loop = loop_in(spec, reduction.pending)) {
      search.found = endless(spec, *loop);
      return true;
    }
    if (search.unfinished.empty()) search.unfinished = to_text(terms, term);
    return ++search.bounded == kMostBounded;
  };
  for (const Rule& rule : spec.rules) {
    if (try_term(rule.left)) return search;
  }
  for (const Rule& rule : spec.rules) {
    for (const Substitution& instance : small_instances(spec, variables_of(terms, rule.left), kInstances)) {
      if (try_term(substitute(terms, rule.left, instance))) return search;
    }
  }
  return search;
}

std::vector<std::pair<Term, Term>> sides(const std::vector<const Rule*>& rules) {
  std::vector<std::pair<Term, Term>> pairs;
  for (const Rule* rule : rules) pairs.emplace_back(rule->left, rule->right);
  return pairs;
}

}  // namespace

CheckAnswer check_termination(const Specification& specification) {
  std::vector<const Rule*> all;
  for (const Rule& rule : specification.rules) all.push_back(&rule);
  if (const auto order = find_path_order(specification, sides(all)))
    return {Verdict::Yes, to_text(specification, *order), {}};
  const Search search = search_loop(specification);
  if (search.found) return *search.found;
  std::vector<const Rule*> decreasing, others;
  for (const Rule* rule : all) (find_path_order(specification, sides({rule})) ? decreasing : others).push_back(rule);
  CheckAnswer answer;
  if (const auto proof = others.empty() ? std::nullopt : find_size_order(specification, decreasing, others)) {
    return {Verdict::Yes, *proof, {}};
  }
  std::string labels;
  for (const Rule* rule : others) labels += (labels.empty() ? "" : ", ") + rule->label;
  answer.because = others.empty() ? "no path order decreases in all axioms together"
                                  : fmt::format("no path order decreases in axiom {}", labels);
  if (!search.unfinished.empty())
    answer.because += fmt::format("; rewriting {} does not end within {} steps", search.unfinished, kSteps);
  return answer;
}

}  // namespace forall::spec
