// Each path is rewritten from its beginning under the decisions made so far: rewriting stops at the first condition that
// they leave open, and goes on in both directions that the solver finds possible.
#include "spec/tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "spec/rewrite.h"

namespace forall::spec {
namespace {

std::optional<bool> known(const Path& path, Term condition) {
  for (const Fact& fact : path.conditions) {
    if (fact.condition == condition) return fact.holds;
  }
  return std::nullopt;
}

// The normal form with its choices made as the facts say; or the condition of a choice that they leave open.
struct Chosen {
  Term term;
  std::optional<Term> open;
};
Chosen make_choices(Terms& terms, const Path& path, Term root) {
  while (true) {
    std::optional<Term> choice;
    visit_bottom_up(terms, root, [&](Term t) {
      if (!choice && terms.is_if(t)) choice = t;
    });
    if (!choice) return {root, std::nullopt};
    const auto holds = known(path, terms[*choice].arguments[0]);
    if (!holds) return {root, terms[*choice].arguments[0]};
    root = replace_subterm(terms, root, *choice, terms[*choice].arguments[*holds ? 1 : 2]);
  }
}

// Rewrites the roots under the facts. The condition that is left open, if there is one.
std::optional<Fact> rewrite_path(const Specification& spec, std::span<const Term> roots, const TreeOptions& options,
                                 Path& path) {
  RewriteOptions rewriting;
  rewriting.steps = options.steps;
  rewriting.decide = [&path](Term condition) { return known(path, condition); };
  Rewriter rewriter(spec, std::move(rewriting));
  for (const Term root : roots) {
    const Reduction reduction = rewriter.normalize(root);
    if (reduction.end == Reduction::End::Undecided) return Fact{reduction.result, true, reduction.shown};
    if (reduction.end != Reduction::End::Normal) {
      path.state = Path::State::Open;
      path.reason = reduction.end == Reduction::End::Cycle ? "rewriting leads to the same term again"
                                                           : fmt::format("more than {} steps", options.steps);
      return std::nullopt;
    }
    const Chosen chosen = make_choices(*spec.terms, path, reduction.result);
    if (chosen.open) return Fact{*chosen.open, true, *chosen.open};
    path.normal_forms.push_back(chosen.term);
    for (const Term assumed : reduction.assumed) {
      if (std::find(path.assumed.begin(), path.assumed.end(), assumed) == path.assumed.end())
        path.assumed.push_back(assumed);
    }
  }
  return std::nullopt;
}

}  // namespace

Tree build_tree(const Specification& specification, Conditions& conditions, std::span<const Term> roots,
                const TreeOptions& options) {
  Tree tree;
  tree.roots.assign(roots.begin(), roots.end());
  std::vector<Path> open(1);
  while (!open.empty()) {
    if (tree.paths.size() >= options.paths) {
      tree.bounded = fmt::format("more than {} paths", options.paths);
      break;
    }
    Path path = std::move(open.back());
    open.pop_back();
    const auto undecided = rewrite_path(specification, roots, options, path);
    if (!undecided) {
      if (path.state == Path::State::Open) tree.bounded = path.reason;
      tree.paths.push_back(std::move(path));
      continue;
    }
    if (path.conditions.size() >= options.decisions) {
      tree.bounded = fmt::format("more than {} decisions on one path", options.decisions);
      continue;
    }
    path.normal_forms.clear();
    path.assumed.clear();
    for (const bool holds : {true, false}) {  // the last one pushed is the next one
      Path next = path;
      next.conditions.push_back({undecided->condition, holds, undecided->shown});
      const Feasibility feasible = conditions.check(next.conditions);
      next.within_integers = feasible.within_integers;
      if (feasible.kind == Feasibility::Kind::Unsatisfiable) {
        next.state = Path::State::Unsatisfiable;
        tree.paths.push_back(std::move(next));
      } else {
        open.push_back(std::move(next));
      }
    }
  }
  return tree;
}

std::string conditions_text(const Specification& specification, std::span<const Fact> facts) {
  std::string text;
  for (const Fact& fact : facts) {
    const std::string condition = to_text(*specification.terms, fact.shown);
    text += (text.empty() ? "" : ", ") + (fact.holds ? condition : fmt::format("not ({})", condition));
  }
  return text.empty() ? "always" : text;
}

std::string tree_text(const Specification& specification, const Tree& tree) {
  std::string text;
  for (const Term root : tree.roots) text += to_text(*specification.terms, root) + "\n";
  for (const Path& path : tree.paths) {
    text += fmt::format("  {}\n", conditions_text(specification, path.conditions));
    if (path.state == Path::State::Unsatisfiable) text += "    unsatisfiable\n";
    if (path.state == Path::State::Open) text += fmt::format("    open: {}\n", path.reason);
    for (const Term assumed : path.assumed)
      text += fmt::format("    if {} is no error\n", to_text(*specification.terms, assumed));
    for (const Term result : path.normal_forms)
      text += fmt::format("    -> {}\n", to_text(*specification.terms, result));
  }
  if (!tree.bounded.empty()) text += fmt::format("  there may be more: {}\n", tree.bounded);
  return text;
}

}  // namespace forall::spec
