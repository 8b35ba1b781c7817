#include "spec/size_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "spec/check.h"
#include "spec/match.h"
#include "spec/path_order.h"
#include "spec/rewrite.h"
#include "spec/tree.h"

namespace forall::spec {
namespace {

// constant + the sum of the sizes of variables, each as often as it is counted
struct Size {
  int constant = 0;
  std::map<Term, int> variables;

  Size& operator+=(const Size& other) {
    constant += other.constant;
    for (const auto& [variable, count] : other.variables) variables[variable] += count;
    return *this;
  }
};

// For all sizes of the variables, which are at least 1.
bool at_most(const Size& a, const Size& b) {
  int slack = b.constant - a.constant;
  std::map<Term, int> rest = b.variables;
  for (const auto& [variable, count] : a.variables) rest[variable] -= count;
  for (const auto& [variable, count] : rest) {
    if (count < 0) return false;
    slack += count;
  }
  return slack >= 0;
}

class Prover {
 public:
  explicit Prover(const Specification& spec)
      : spec_(spec), signature_(*spec.signature), terms_(*spec.terms), conditions_(spec) {}

  // The operation makes every object smaller that no creating constructor made, or is an error.
  bool shrinks(Op op) {
    const auto known = shrinks_.find(op);
    if (known != shrinks_.end()) return known->second;
    return shrinks_[op] = proves_shrinking(op);
  }

  // The facts hold for no value of the variable that a creating constructor makes.
  bool exclude_creation(const std::vector<Fact>& facts, Term variable) {
    Rewriter rewriter(spec_, {.steps = 10'000});
    for (const Term created : creations(terms_[variable].sort)) {
      const bool excluded = std::any_of(facts.begin(), facts.end(), [&](const Fact& fact) {
        const Reduction r = rewriter.normalize(substitute(terms_, fact.condition, {{variable, created}}));
        return r.end == Reduction::End::Normal && (fact.holds ? terms_.is_false(r.result) : terms_.is_true(r.result));
      });
      if (!excluded) return false;
    }
    return true;
  }

  // What constructors make is never larger than it is written.
  bool constructors_do_not_grow() {
    return std::all_of(spec_.rules.begin(), spec_.rules.end(), [&](const Rule& rule) {
      return signature_[rule.op].role != Role::Constructor || does_not_grow(rule);
    });
  }

 private:
  bool does_not_grow(const Rule& rule) {
    const auto limit = size_of(rule.left, {});
    std::vector<Term> branches{rule.right};
    while (!branches.empty()) {
      const Term t = branches.back();
      branches.pop_back();
      if (terms_.is_if(t)) {
        branches.insert(branches.end(), terms_[t].arguments.begin() + 1, terms_[t].arguments.end());
      } else if (!terms_.is_error(t)) {
        const auto size = size_of(t, {});
        if (!limit || !size || !at_most(*size, *limit)) return false;
      }
    }
    return true;
  }

  // A term for each creating constructor, on new variables.
  std::vector<Term> creations(Sort sort) {
    std::vector<Term> result;
    for (const Op op : signature_.constructors(sort)) {
      if (signature_[op].creates) result.push_back(applied(op, {}));
    }
    return result;
  }

  Term applied(Op op, std::vector<Term> arguments) {
    const auto& sorts = signature_[op].arguments;
    while (arguments.size() < sorts.size())
      arguments.push_back(terms_.variable(fmt::format("s{}", ++variables_), sorts[arguments.size()]));
    return terms_.apply(op, std::move(arguments));
  }

  bool proves_shrinking(Op op) {
    const Operation& operation = signature_[op];
    if (operation.creates || operation.result != operation.arguments[0]) return false;
    for (const Op constructor : signature_.constructors(operation.result)) {
      if (signature_[constructor].creates) continue;
      const Term object = applied(constructor, {});
      // The variables of the object's sort inside of it are made by a creating constructor, or the induction
      // hypothesis holds for them.
      std::vector<Term> cases{object};
      for (const Term inner : terms_[object].arguments) {
        if (terms_[inner].sort != operation.result) continue;
        std::vector<Term> split = cases;
        for (const Term one : cases) {
          for (const Term created : creations(operation.result))
            split.push_back(substitute(terms_, one, {{inner, created}}));
        }
        cases = std::move(split);
      }
      if (!std::all_of(cases.begin(), cases.end(), [&](Term one) { return shrinks_in(op, one); })) return false;
    }
    return true;
  }

  bool shrinks_in(Op op, Term object) {
    const Term sent[] = {applied(op, {object})};
    const Tree tree = build_tree(spec_, conditions_, sent, {.paths = 50, .decisions = 10, .steps = 10'000});
    if (!tree.bounded.empty()) return false;
    const auto whole = size_of(object, op);
    if (!whole) return false;
    Size limit = *whole;
    limit.constant -= 1;
    return std::all_of(tree.paths.begin(), tree.paths.end(), [&](const Path& path) {
      if (path.within_integers) return false;
      if (path.state == Path::State::Unsatisfiable || terms_.is_error(path.normal_forms[0])) return true;
      const auto size = size_of(path.normal_forms[0], op);
      return size && at_most(*size, limit);
    });
  }

  // An upper bound, with the induction hypothesis for `op` sent to a variable. Right sides of axioms are not deep.
  std::optional<Size> size_of(Term t, Op op) {
    const TermNode& node = terms_[t];
    if (node.kind == Kind::Variable) return Size{0, {{t, 1}}};
    if (node.kind != Kind::Apply || is_built_in(node.op)) return std::nullopt;
    if (node.op == op && terms_[node.arguments[0]].kind == Kind::Variable) return Size{-1, {{node.arguments[0], 1}}};
    if (signature_[node.op].role != Role::Constructor) return std::nullopt;
    Size size{1, {}};
    for (const Term argument : node.arguments) {
      if (is_built_in(terms_[argument].sort)) continue;
      const auto inner = size_of(argument, op);
      if (!inner) return std::nullopt;
      size += *inner;
    }
    return size;
  }

  const Specification& spec_;
  const Signature& signature_;
  Terms& terms_;
  Conditions conditions_;
  std::map<Op, bool> shrinks_;
  int variables_ = 0;
};

// A use of the axiom's operation on its right side, and the conditions that lead to it.
struct Call {
  Term term;
  std::vector<Fact> facts;
};

void collect_calls(const Terms& terms, Term t, Op op, std::vector<Fact>& facts, std::vector<Call>& calls) {
  const TermNode& node = terms[t];
  if (terms.is_if(t)) {
    collect_calls(terms, node.arguments[0], op, facts, calls);
    for (const bool holds : {true, false}) {
      facts.push_back({node.arguments[0], holds, node.arguments[0]});
      collect_calls(terms, node.arguments[holds ? 1 : 2], op, facts, calls);
      facts.pop_back();
    }
    return;
  }
  if (node.kind == Kind::Apply && node.op == op) calls.push_back({t, facts});
  for (const Term argument : node.arguments) collect_calls(terms, argument, op, facts, calls);
}

// Two axioms are about one term: which of them is used for an object that is not known, is not known.
bool have_choices(const Specification& spec) {
  Terms& terms = *spec.terms;
  for (const Rule& one : spec.rules) {
    const Term left = rename_variables(terms, one.left, "'");
    for (const Rule& other : spec.rules) {
      if (&one != &other && one.op == other.op && unify(terms, left, other.left)) return true;
    }
  }
  return false;
}

bool uses(const Terms& terms, Term root, Op op) {
  bool found = false;
  visit_bottom_up(terms, root, [&](Term t) { found = found || (terms[t].kind == Kind::Apply && terms[t].op == op); });
  return found;
}

// The operation that makes this argument of the axiom's operation smaller in every call; nothing if there is none.
std::optional<Op> shrinking_argument(Prover& prover, const Terms& terms, const Rule& rule, std::size_t index,
                                     const std::vector<Call>& calls) {
  const Term variable = terms[rule.left].arguments[index];
  std::optional<Op> by;
  for (const Call& call : calls) {
    const TermNode& argument = terms[terms[call.term].arguments[index]];
    if (argument.kind != Kind::Apply || is_built_in(argument.op) || argument.arguments.empty() ||
        argument.arguments[0] != variable || argument.op == rule.op || !prover.shrinks(argument.op) ||
        !prover.exclude_creation(call.facts, variable))
      return std::nullopt;
    by = argument.op;
  }
  return by;
}

}  // namespace

std::optional<std::string> find_size_order(const Specification& specification, std::span<const Rule* const> decreasing,
                                           std::span<const Rule* const> others) {
  const Terms& terms = *specification.terms;
  const Signature& signature = *specification.signature;
  // A value is made of constructors only if every operation on values has an axiom.
  if (check_completeness(specification).verdict != Verdict::Yes) return std::nullopt;
  std::vector<std::pair<Term, Term>> pairs;
  for (const Rule* rule : decreasing) pairs.emplace_back(rule->left, rule->right);
  const auto order = find_path_order(specification, pairs);
  if (!order || have_choices(specification)) return std::nullopt;
  Prover prover(specification);
  if (!prover.constructors_do_not_grow()) return std::nullopt;
  std::string proof = to_text(specification, *order);
  for (const Rule* rule : others) {
    const auto& arguments = terms[rule->left].arguments;
    std::size_t axioms = 0;  // about the same operation
    for (const Rule& other : specification.rules) {
      if (other.op == rule->op) ++axioms;
      if (&other != rule && uses(terms, other.right, rule->op)) return std::nullopt;
    }
    const bool general =
        std::all_of(arguments.begin(), arguments.end(), [&](Term t) { return terms[t].kind == Kind::Variable; });
    if (axioms != 1 || !general || variables_of(terms, rule->left).size() != arguments.size()) return std::nullopt;
    std::vector<Fact> facts;
    std::vector<Call> calls;
    collect_calls(terms, rule->right, rule->op, facts, calls);
    std::optional<Op> by;
    for (std::size_t i = 0; i < arguments.size() && !by; ++i) by = shrinking_argument(prover, terms, *rule, i, calls);
    if (!by) return std::nullopt;
    proof += fmt::format("; axiom {} recurs on an object that {} makes smaller", rule->label, signature[*by].name);
  }
  return proof;
}

}  // namespace forall::spec
