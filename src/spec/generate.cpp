#include "spec/generate.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "spec/rewrite.h"
#include "spec/use.h"

namespace forall::spec {
namespace {

bool consists_of_exported(const Specification& spec, Term term) {
  const Terms& terms = *spec.terms;
  bool result = true;
  visit_bottom_up(terms, term, [&](Term t) {
    if (terms[t].kind == Kind::Apply)
      result = result && !is_built_in(terms[t].op) && is_exported(spec, terms.signature()[terms[t].op]);
  });
  return result;
}

Term value_or_self(Rewriter& rewriter, Term term) {
  const Reduction reduction = rewriter.normalize(term);
  return reduction.end == Reduction::End::Normal ? reduction.result : term;
}

class CaseSet {
 public:
  explicit CaseSet(Cases& cases) : cases_(cases) {}
  void add(const Case& one) {
    if (one.equivalent && one.first == one.second) return;  // says nothing
    if (seen_.insert({one.first, one.second}).second) cases_.cases.push_back(one);
  }

 private:
  Cases& cases_;
  std::set<std::pair<Term, Term>> seen_;
};

Substitution complete(const Specification& spec, Substitution values, const std::vector<Term>& variables) {
  Terms& terms = *spec.terms;
  for (const Term variable : variables) {
    if (values.contains(variable) || !is_built_in(terms[variable].sort)) continue;
    const Sort sort = terms[variable].sort;
    values[variable] = sort == kText ? terms.text("a") : terms.literal(sort, sort == kCharacter ? 'a' : 1);
  }
  return values;
}

// The case of one path and one choice of values.
void add_path_case(const Specification& spec, Rewriter& rewriter, Term original, const Substitution& values,
                   CaseSet& cases) {
  const Term first = substitute(*spec.terms, original, values);
  const Reduction normal = rewriter.normalize(first);
  // What an overflow leads to is a matter of the class.
  if (normal.end != Reduction::End::Normal || !normal.problem.empty() || !is_executable(spec, normal.result)) return;
  cases.add({first, normal.result, true});
}

// The facts, and that all values of a sort are equal: duplicates are what sets and bags are about.
std::vector<Fact> with_equal_values(Terms& terms, std::vector<Fact> facts, const std::vector<Term>& variables) {
  std::map<Sort, Term> first;
  for (const Term variable : variables) {
    if (!is_built_in(terms[variable].sort)) continue;
    const auto [known, is_new] = first.emplace(terms[variable].sort, variable);
    if (is_new) continue;
    const Term equal = terms.built_in(BuiltIn::Equal, {known->second, variable});
    facts.push_back({equal, true, equal});
  }
  return facts;
}

void add_cases_of_term(const Specification& spec, Conditions& conditions, Term original, Cases& result,
                       CaseSet& cases) {
  Terms& terms = *spec.terms;
  Rewriter rewriter(spec);
  const Term roots[] = {original};
  const Tree tree = build_tree(spec, conditions, roots);
  if (!tree.bounded.empty()) result.bounded.push_back(fmt::format("{}: {}", to_text(terms, original), tree.bounded));
  const auto variables = variables_of(terms, original);
  std::vector<std::pair<const Path*, Substitution>> feasible;
  for (const Path& path : tree.paths) {
    if (path.state == Path::State::Unsatisfiable) ++result.unsatisfiable;
    if (path.state != Path::State::Feasible) continue;
    const Feasibility friendly = conditions.friendly(path.conditions, variables);
    if (friendly.kind != Feasibility::Kind::Satisfiable) continue;
    feasible.emplace_back(&path, complete(spec, friendly.values, variables));
    add_path_case(spec, rewriter, original, feasible.back().second, cases);
    const Feasibility equal = conditions.friendly(with_equal_values(terms, path.conditions, variables), variables);
    if (equal.kind == Feasibility::Kind::Satisfiable)
      add_path_case(spec, rewriter, original, complete(spec, equal.values, variables), cases);
    for (const Fact& fact : path.conditions) {
      const Feasibility edge = conditions.at_boundary(path.conditions, fact, variables);
      if (edge.kind == Feasibility::Kind::Satisfiable)
        add_path_case(spec, rewriter, original, complete(spec, edge.values, variables), cases);
    }
  }
  // The normal forms of other paths, with the values of this one; where users cannot write them, with their own values.
  for (const auto& [path, values] : feasible) {
    const Term first = substitute(terms, original, values);
    for (const auto& [other, other_values] : feasible) {
      if (other == path) continue;
      Term second = value_or_self(rewriter, substitute(terms, other->normal_forms[0], values));
      if (!consists_of_exported(spec, second))
        second = value_or_self(rewriter, substitute(terms, original, other_values));
      if (!is_executable(spec, second) || are_equivalent(spec, first, second) != std::optional(false)) continue;
      cases.add({first, second, false});
    }
  }
}

// Sequences, operation by operation, with a new variable for each parameter.
class Sequences {
 public:
  explicit Sequences(const Specification& spec) : spec_(spec), signature_(*spec.signature), terms_(*spec.terms) {
    for (const Op op : signature_.operations()) {
      const Operation& operation = signature_[op];
      if (operation.owner != spec.sort || !is_exported(spec, operation) || operation.name == "eqn") continue;
      if (!has_arguments(operation)) continue;
      (operation.creates ? creators_ : operation.role == Role::Observer ? observers_ : changers_).push_back(op);
    }
  }

  const std::vector<Op>& creators() const { return creators_; }
  const std::vector<Op>& changers() const { return changers_; }  // constructors and transformers
  const std::vector<Op>& observers() const { return observers_; }

  // Arguments that are objects are as they are made, and with one element.
  void send(Op op, const std::vector<Term>& object, std::size_t depth, std::vector<Term>& sent) {
    const auto& sorts = signature_[op].arguments;
    const auto first = sorts.begin() + static_cast<std::ptrdiff_t>(object.size());
    const bool takes_objects = std::any_of(first, sorts.end(), [](Sort s) { return !is_built_in(s); });
    for (const Shape shape : {Shape::OneElement, Shape::New}) {
      if (shape == Shape::OneElement || takes_objects) sent.push_back(send(op, object, depth, shape));
    }
  }

 private:
  enum class Shape { New, OneElement };

  Term send(Op op, std::vector<Term> arguments, std::size_t depth, Shape shape) {
    const Operation& operation = signature_[op];
    while (arguments.size() < operation.arguments.size()) {
      const Sort sort = operation.arguments[arguments.size()];
      arguments.push_back(is_built_in(sort) ? terms_.variable(fmt::format("x{}_{}", depth, arguments.size()), sort)
                                            : object(sort, depth, shape));
    }
    return terms_.apply(op, std::move(arguments));
  }

  // How many kinds of objects must be made before one of this sort can be; 0: it cannot.
  std::size_t rank(Sort sort) {
    if (ranks_.empty()) {
      for (std::size_t round = 1; round <= signature_.sorts(); ++round) {
        for (const Op op : signature_.operations()) {
          const Operation& operation = signature_[op];
          if (is_creator(operation) && ranks_[operation.owner] == 0 &&
              std::all_of(operation.arguments.begin(), operation.arguments.end(),
                          [&](Sort s) { return is_built_in(s) || (ranks_[s] != 0 && ranks_[s] < round); }))
            ranks_[operation.owner] = round;
        }
      }
    }
    return ranks_[sort];
  }
  bool is_creator(const Operation& operation) const {
    return operation.creates && operation.role != Role::Observer && is_exported(spec_, operation);
  }
  bool has_arguments(const Operation& operation) {
    return std::all_of(operation.arguments.begin() + (operation.creates ? 0 : 1), operation.arguments.end(),
                       [&](Sort s) { return is_built_in(s) || rank(s) != 0; });
  }

  // For parameters that are objects: made by operations that users have.
  Term object(Sort sort, std::size_t depth, Shape shape) {
    Term result{};
    for (const bool creates : {true, false}) {
      if (!creates && shape == Shape::New) break;
      for (const Op op : signature_.operations()) {
        const Operation& operation = signature_[op];
        const auto first = operation.arguments.begin() + (operation.creates ? 0 : 1);
        if (operation.owner != sort || operation.role == Role::Observer || operation.creates != creates ||
            !is_exported(spec_, operation) || (!creates && first == operation.arguments.end()) ||
            !std::all_of(first, operation.arguments.end(),
                         [&](Sort s) { return is_built_in(s) || (rank(s) != 0 && rank(s) < rank(sort)); }))
          continue;
        result =
            send(op, creates ? std::vector<Term>{} : std::vector<Term>{result}, depth * 10 + (creates ? 1 : 2), shape);
        break;
      }
    }
    return result;
  }

  const Specification& spec_;
  const Signature& signature_;
  Terms& terms_;
  std::vector<Op> creators_, changers_, observers_;
  std::map<Sort, std::size_t> ranks_;
};

}  // namespace

bool is_executable(const Specification& specification, Term term) {
  const Terms& terms = *specification.terms;
  bool result = true;
  visit_bottom_up(terms, term, [&](Term t) {
    const TermNode& node = terms[t];
    if (node.kind != Kind::Apply || !result) return;
    if (is_built_in(node.op)) {
      result = false;
      return;
    }
    result = is_callable(specification, terms.signature()[node.op]);
  });
  return result;
}

std::optional<bool> are_equivalent(const Specification& specification, Term first, Term second) {
  Terms& terms = *specification.terms;
  Rewriter rewriter(specification, {.steps = 100'000});
  const Reduction left = rewriter.normalize(first), right = rewriter.normalize(second);
  for (const Reduction* side : {&left, &right}) {
    if (side->end != Reduction::End::Normal || !side->problem.empty()) return std::nullopt;
  }
  const Term a = left.result, b = right.result;
  if (a == b) return true;
  if (terms.is_error(a) || terms.is_error(b)) return false;
  if (is_built_in(terms[a].sort)) {
    if (terms[a].kind == Kind::Literal && terms[b].kind == Kind::Literal) return false;
    return std::nullopt;
  }
  const auto eqn = specification.signature->find(terms[a].sort, "eqn");
  if (!eqn || specification.signature->operator[](*eqn).arguments.size() != 2) return std::nullopt;
  const Reduction reduction = rewriter.normalize(terms.apply(*eqn, {a, b}));
  if (reduction.end != Reduction::End::Normal || !reduction.problem.empty() ||
      terms[reduction.result].kind != Kind::Literal)
    return std::nullopt;
  return terms.is_true(reduction.result);
}

Cases cases_of_term(const Specification& specification, Conditions& conditions, Term original) {
  Cases result;
  CaseSet cases(result);
  add_cases_of_term(specification, conditions, original, result, cases);
  return result;
}

Cases systematic_cases(const Specification& specification, Conditions& conditions, const SystematicOptions& options) {
  Cases result;
  CaseSet cases(result);
  Sequences sequences(specification);
  std::set<std::vector<Term>> seen;  // normal forms of all paths
  std::vector<Term> level;
  for (const Op op : sequences.creators()) sequences.send(op, {}, 0, level);
  for (std::size_t depth = 0; depth <= options.length; ++depth) {
    std::vector<Term> next;
    for (const Term sequence : level) {
      if (result.cases.size() >= options.most) {
        result.bounded.push_back(fmt::format("more than {} cases", options.most));
        return result;
      }
      add_cases_of_term(specification, conditions, sequence, result, cases);
      std::vector<Term> observed;
      for (const Op op : sequences.observers()) sequences.send(op, {sequence}, 90 + depth, observed);
      for (const Term term : observed) add_cases_of_term(specification, conditions, term, result, cases);
      const Term roots[] = {sequence};
      std::vector<Term> forms;
      for (const Path& path : build_tree(specification, conditions, roots).paths)
        forms.insert(forms.end(), path.normal_forms.begin(), path.normal_forms.end());
      if (!seen.insert(std::move(forms)).second) continue;
      for (const Op op : sequences.changers()) sequences.send(op, {sequence}, depth + 1, next);
    }
    level = std::move(next);
  }
  return result;
}

}  // namespace forall::spec
