// A machine with an explicit stack: a frame waits for the values of its arguments, then for the value of its reduct.
// Values are remembered, so equal subterms are rewritten once.
#include "spec/rewrite.h"

#include <algorithm>
#include <utility>

#include "spec/arithmetic.h"
#include "spec/match.h"

namespace forall::spec {
namespace {

constexpr std::size_t kMostValues = 2'000'000;  // remembered; then they are forgotten

// The variables of the left side that the right side need not evaluate: of a conditional only the condition is sure to be.
std::vector<Term> dropped_variables(const Terms& terms, const Rule& rule) {
  std::vector<Term> dropped = variables_of(terms, rule.left), open{rule.right};
  while (!open.empty()) {
    const Term t = open.back();
    open.pop_back();
    std::erase(dropped, t);
    const std::vector<Term>& arguments = terms[t].arguments;
    open.insert(open.end(), arguments.begin(), terms.is_if(t) ? arguments.begin() + 1 : arguments.end());
  }
  return dropped;
}

}  // namespace

Rewriter::Rewriter(const Specification& specification, RewriteOptions options)
    : terms_(*specification.terms), failing_(specification), options_(std::move(options)) {
  for (const Rule& rule : specification.rules) {
    if (rules_.size() <= rule.op.index) rules_.resize(rule.op.index + std::size_t{1});
    rules_[rule.op.index].push_back({&rule, dropped_variables(terms_, rule)});
  }
}

Reduction Rewriter::normalize(Term term) {
  now_ = {};
  if (values_.size() > kMostValues) values_.clear();
  wait_for(term);
  while (!frames_.empty() && advance()) {
  }
  if (frames_.empty() && now_.end == Reduction::End::Normal) now_.result = value(term);
  for (const Frame& frame : frames_) now_.pending.push_back(frame.term);
  frames_.clear();
  active_.clear();
  if (!now_.problem.empty()) values_.clear();  // else the next term with this problem would not tell it
  return std::move(now_);
}

std::optional<Term> Rewriter::rewrite_root(Term term) {
  const std::size_t op = terms_[term].op.index;
  if (op >= rules_.size()) return std::nullopt;
  for (const auto& [rule, dropped] : rules_[op]) {
    const auto substitution =
        options_.decide && !terms_[term].ground ? match_values(rule->left, term) : match(terms_, rule->left, term);
    if (now_.end == Reduction::End::Undecided) return std::nullopt;
    if (!substitution) continue;
    for (const Term variable : dropped) {
      const Term value = substitution->at(variable);
      if (!terms_[value].ground && failing_.may_fail(value)) now_.assumed.push_back(value);
    }
    return substitute(terms_, rule->right, *substitution);
  }
  return std::nullopt;
}

// Where an axiom names a value, or one variable twice, a term with variables matches under a condition: A.at(0) matches
// A.at(n) if n = 0. Rewriting ends if nothing decides it.
std::optional<Substitution> Rewriter::match_values(Term pattern, Term term) {
  Substitution result;
  std::vector<std::pair<Term, Term>> stack{{pattern, term}}, equations;
  while (!stack.empty()) {
    const auto [p, t] = stack.back();
    stack.pop_back();
    const TermNode& wanted = terms_[p];
    const TermNode& found = terms_[t];
    if (wanted.sort != found.sort) return std::nullopt;
    if (wanted.kind == Kind::Variable) {
      const auto [bound, is_new] = result.emplace(p, t);
      if (!is_new) equations.emplace_back(bound->second, t);
    } else if (wanted.kind == Kind::Apply) {
      if (found.kind != Kind::Apply || found.op != wanted.op) return std::nullopt;
      for (std::size_t i = 0; i < wanted.arguments.size(); ++i)
        stack.emplace_back(wanted.arguments[i], found.arguments[i]);
    } else {
      equations.emplace_back(t, p);
    }
  }
  for (const auto& [a, b] : equations) {
    if (are_equal(a, b) != std::optional(true)) return std::nullopt;
  }
  return result;
}

// Nothing: rewriting ends. Objects are equal where they are the same term.
std::optional<bool> Rewriter::are_equal(Term a, Term b) {
  std::vector<std::pair<Term, Term>> open{{a, b}};
  while (!open.empty()) {
    const auto [x, y] = open.back();
    open.pop_back();
    if (x == y) continue;
    const TermNode& left = terms_[x];
    const TermNode& right = terms_[y];
    if ((left.kind == Kind::Literal && right.kind == Kind::Literal) || (left.ground && right.ground)) return false;
    if (!is_built_in(left.sort)) {
      if (left.kind != Kind::Apply || right.kind != Kind::Apply || left.op != right.op) return false;
      for (std::size_t i = left.arguments.size(); i-- > 0;) open.emplace_back(left.arguments[i], right.arguments[i]);
      continue;
    }
    const Term condition = terms_.built_in(BuiltIn::Equal, {x, y});
    const auto decided = options_.decide(condition);
    if (!decided) {
      now_.end = Reduction::End::Undecided;
      now_.result = now_.shown = condition;
    }
    if (decided != std::optional(true)) return decided;
  }
  return true;
}

// False: it is active already, and its value would depend on itself.
bool Rewriter::wait_for(Term t) {
  if (!active_.insert(t.id).second) {
    now_.end = Reduction::End::Cycle;
    frames_.push_back({t, {}, false});
    return false;
  }
  frames_.push_back({t, {}, false});
  return true;
}

bool Rewriter::continue_with(Term t) {
  frames_.back().successor = t;
  frames_.back().has_successor = true;
  return knows(t) || wait_for(t);
}

bool Rewriter::advance() {
  const Frame frame = frames_.back();
  const Term t = frame.term;
  if (frame.has_successor) set(t, value(frame.successor));
  if (knows(t)) {
    active_.erase(t.id);
    frames_.pop_back();
    return true;
  }
  const TermNode& node = terms_[t];
  if (node.kind != Kind::Apply) {
    set(t, t);
    return true;
  }
  if (terms_.is_if(t)) return advance_conditional(t);
  std::vector<Term> values;
  bool has_error = false;
  for (const Term argument : node.arguments) {
    if (!knows(argument)) return wait_for(argument);
    values.push_back(value(argument));
    has_error = has_error || terms_.is_error(values.back());
  }
  if (has_error) {
    set(t, terms_.error(node.sort));
    return true;
  }
  if (values != node.arguments) return continue_with(terms_.apply(node.op, std::move(values)));
  if (is_built_in(node.op)) {
    advance_built_in(t);
    return true;
  }
  const auto after = rewrite_root(t);
  if (now_.end == Reduction::End::Undecided) return false;
  if (!after) {
    set(t, t);
    return true;
  }
  if (++now_.steps > options_.steps) {
    now_.end = Reduction::End::Steps;
    return false;
  }
  return continue_with(*after);
}

bool Rewriter::advance_conditional(Term t) {
  const std::vector<Term>& parts = terms_[t].arguments;
  if (!knows(parts[0])) return wait_for(parts[0]);
  const Term condition = value(parts[0]);
  if (terms_.is_true(condition) || terms_.is_false(condition))
    return continue_with(terms_.is_true(condition) ? parts[1] : parts[2]);
  if (terms_.is_error(condition)) {
    set(t, terms_.error(terms_[t].sort));
    return true;
  }
  if (options_.decide && !terms_[condition].ground) return advance_open(t, condition);
  const Term stuck = terms_.conditional(condition, parts[1], parts[2]);
  set(stuck, stuck);
  set(t, stuck);
  return true;
}

// A condition with variables.
bool Rewriter::advance_open(Term t, Term condition) {
  const std::vector<Term>& parts = terms_[t].arguments;
  const Sort sort = terms_[t].sort;
  if (is_built_in(sort) && sort != kBoolean) {
    for (const Term branch : {parts[1], parts[2]}) {
      if (!knows(branch)) return wait_for(branch);
    }
    const Term choice = terms_.conditional(condition, value(parts[1]), value(parts[2]));
    bool has_error = false;
    visit_bottom_up(terms_, choice, [&](Term part) { has_error = has_error || terms_.is_error(part); });
    if (!has_error) {
      set(choice, choice);
      set(t, choice);
      return true;
    }
  }
  if (const auto chosen = options_.decide(condition)) return continue_with(*chosen ? parts[1] : parts[2]);
  now_.end = Reduction::End::Undecided;
  now_.result = condition;
  now_.shown = parts[0];
  return false;
}

void Rewriter::advance_built_in(Term t) {
  const TermNode& node = terms_[t];
  const auto computed = compute(terms_, built_in(node.op), node.arguments[0], node.arguments.back());
  if (!computed) {
    set(t, t);
    return;
  }
  if (now_.problem.empty()) now_.problem = computed->problem;
  set(t, computed->value);
}

}  // namespace forall::spec
