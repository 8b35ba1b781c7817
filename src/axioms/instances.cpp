#include "axioms/instances.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "abi/stand_ins.h"
#include "axioms/sketch.h"
#include "base/hash.h"
#include "expr/translate.h"

namespace forall::axioms {

using abi::OperandRole;
using expr::Expr;
using expr::Op;
using testcase::NamedValues;

namespace {

// Terms that no call of the path is about. An axiom that leads from one to the next without end stops here: fewer
// instances say less, which can leave a client open, and never proves one.
constexpr std::size_t kMostTerms = 400;
constexpr std::size_t kMostGenerations = 12;

bool have_same_shape(const std::vector<Call::Part>& x, const std::vector<Call::Part>& y, const expr::Pool& x_pool,
                     const expr::Pool& y_pool) {
  return std::equal(x.begin(), x.end(), y.begin(), y.end(), [&](const auto& a, const auto& b) {
    return a.role == b.role && x_pool.width(a.value) == y_pool.width(b.value);
  });
}

Expr state_of(const Call& call) {
  const auto found =
      std::find_if(call.in.begin(), call.in.end(), [](const auto& part) { return part.role == OperandRole::State; });
  return found == call.in.end() ? Expr{} : found->value;
}

}  // namespace

Instances::Instances(expr::Pool& pool, const AxiomSet* axioms, Choice choice)
    : pool_(pool), axioms_(axioms), choice_(std::move(choice)), evaluate_(pool) {}

void Instances::forget() {
  terms_.clear();
  by_method_.clear();
  classes_.clear();
  instances_.clear();
  conditions_.clear();
  known_.clear();
  assumed_.clear();
  contradiction_.reset();
  is_cut_ = false;
}

std::vector<Expr> Instances::formulas_about(const std::vector<Call>& calls) {
  static const NamedValues kNone;
  forget();
  values_ = &kNone;
  for (const Call& call : calls) add_term({call, 0});
  first_new_ = 0;
  instantiate_all();
  std::vector<Expr> formulas;
  for (const Instance& instance : instances_) formulas.push_back(instance.formula);
  return formulas;
}

bool Instances::hold(trace::Path& path, const NamedValues& values, NamedValues& assumed) {
  forget();
  take_values(path, values);
  std::vector<trace::Step> steps;
  steps.reserve(path.steps.size() + path.calls.size());
  const std::size_t to_outcome = path.steps_to_outcome;
  std::size_t copied = 0;
  bool is_met = true;
  for (const trace::Call& call : path.calls) {
    for (; copied < call.step; ++copied) steps.push_back(path.steps[copied]);
    const std::size_t first = instances_.size();
    first_new_ = terms_.size();
    add_term({call, 0});
    instantiate_all();
    std::vector<Expr> formulas;
    for (std::size_t i = first; i < instances_.size(); ++i) formulas.push_back(instances_[i].formula);
    const Expr condition = all_of(formulas);
    if (pool_.is_constant(condition)) {
      if (pool_.value(condition).lo != 0) continue;
      contradiction_ = {{instances_.begin() + static_cast<std::ptrdiff_t>(first), instances_.end()}, call.method};
      is_met = false;
      break;
    }
    Condition& parts = by_condition_[condition.id];
    if (parts.instances.empty()) {
      parts = {{instances_.begin() + static_cast<std::ptrdiff_t>(first), instances_.end()}, call.method};
    }
    conditions_.push_back(condition);
    is_met = evaluate_.holds(condition);
    const std::uint64_t value = is_met ? 1 : 0;
    if (call.step <= to_outcome) ++path.steps_to_outcome;
    steps.push_back({call.site, abi::DecisionKind::Assume, condition, value, pool_.equals(condition, {value, 0})});
    if (!is_met) break;
  }
  if (is_met) {
    for (; copied < path.steps.size(); ++copied) steps.push_back(path.steps[copied]);
  }
  path.steps = std::move(steps);
  for (const auto& [name, value] : assumed_) assumed[name] = value;
  return is_met;
}

const Instances::Condition* Instances::find(Expr condition) const {
  const auto found = by_condition_.find(condition.id);
  return found == by_condition_.end() ? nullptr : &found->second;
}

void Instances::take_values(const trace::Path& path, const NamedValues& values) {
  values_ = &values;
  expr::Assignment assignment;
  for (const testcase::InputValue& input : path.inputs) {
    if (const Expr known = pool_.find_variable(base::fnv1a(input.name))) assignment.set(pool_[known].low, input.value);
  }
  evaluate_.assign(assignment);
}

void Instances::add_term(Term term) {
  by_method_[term.method].push_back(terms_.size());
  terms_.push_back(std::move(term));
}

// New terms, and states that may be equal now, yield new matches, until there are none.
void Instances::instantiate_all() {
  do {
    has_changed_ = false;
    const std::size_t end = terms_.size();
    for (std::size_t y = first_new_; y < end; ++y) {
      for (const std::size_t x : by_method_[terms_[y].method]) {
        if (x >= y) break;
        compare_calls(terms_[x], terms_[y]);
      }
    }
    if (axioms_ != nullptr) {
      for (const Clause& clause : axioms_->clauses) {
        if (!choice_ || choice_(clause)) match(clause, 0, {});
      }
    }
    first_new_ = end;
    has_changed_ = has_changed_ || terms_.size() != end;
    if (has_changed_ && terms_.size() == end) first_new_ = 0;  // other states may be equal: old terms match again
  } while (has_changed_);
}

// Equal states and arguments, equal outcomes.
void Instances::compare_calls(const Term& x, const Term& y) {
  if (!x.is_comparable || !y.is_comparable || !have_same_shape(x.in, y.in, pool_, pool_) ||
      !have_same_shape(x.out, y.out, pool_, pool_)) {
    return;
  }
  std::vector<Expr> premises;
  for (std::size_t i = 0; i < x.in.size(); ++i) {
    if (x.in[i].role == OperandRole::State && state_class(x.in[i].value) != state_class(y.in[i].value)) return;
    premises.push_back(pool_.binary(Op::Eq, x.in[i].value, y.in[i].value));
  }
  const Expr premise = all_of(premises);
  if (pool_.is_constant(premise) && pool_.value(premise).lo == 0) return;
  std::vector<Expr> conclusions;
  for (std::size_t i = 0; i < x.out.size(); ++i) {
    if (x.out[i].role == OperandRole::NextState) may_be_equal(x.out[i].value, y.out[i].value);
    conclusions.push_back(pool_.binary(Op::Eq, x.out[i].value, y.out[i].value));
  }
  add(pool_.binary(Op::Or, pool_.logical_not(premise), all_of(conclusions)), "");
}

void Instances::match(const Clause& clause, std::size_t next, const Matching& so_far) {
  if (next == clause.trigger.size()) {
    if (so_far.has_new) instantiate(clause, so_far);
    return;
  }
  const Call& pattern = clause.calls[clause.trigger[next]];
  const auto candidates = by_method_.find(pattern.method);
  if (candidates == by_method_.end()) return;
  const std::size_t count = candidates->second.size();  // new terms are for the next round
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t index = by_method_[pattern.method][i];
    const Term& term = terms_[index];
    Matching matching = so_far;
    matching.has_new = so_far.has_new || index >= first_new_;
    if (!unify(pattern, term, matching)) continue;
    matching.generation = std::max(matching.generation, term.generation);
    match(clause, next + 1, matching);
  }
}

bool Instances::unify(const Call& pattern, const Term& term, Matching& matching) const {
  if (!term.is_comparable || !have_same_shape(pattern.in, term.in, axioms_->pool, pool_) ||
      !have_same_shape(pattern.out, term.out, axioms_->pool, pool_)) {
    return false;
  }
  for (std::size_t i = 0; i < pattern.in.size(); ++i) {
    if (!unify_part(pattern.in[i], term.in[i].value, pattern.in[i].role == OperandRole::State, matching)) return false;
  }
  for (std::size_t i = 0; i < pattern.out.size(); ++i) {
    if (!unify_part(pattern.out[i], term.out[i].value, false, matching)) return false;
  }
  return true;
}

bool Instances::unify_part(const Call::Part& pattern, Expr term, bool is_state, Matching& matching) const {
  const expr::Node& node = axioms_->pool[pattern.value];
  if (node.op == Op::Input) {
    const auto [known, is_new] = matching.bound.emplace(node.low, term);
    if (is_new || known->second == term) return true;
    if (is_state && state_class(known->second) != state_class(term)) return false;
    if (pool_.is_constant(known->second) && pool_.is_constant(term)) return false;
  } else if (node.op == Op::Const && pool_.is_constant(term)) {
    return node.value == pool_.value(term);
  }
  matching.equations.emplace_back(pattern.value, term);
  return true;
}

void Instances::instantiate(const Clause& clause, Matching matching) {
  if (!complete(clause, matching)) return;
  expr::Translation translation(axioms_->pool, pool_);
  for (const auto& [variable, term] : matching.bound) {
    translation.replace(axioms_->pool.variable_expr(variable), term);
  }
  std::vector<Expr> conditions;
  for (const auto& [pattern, term] : matching.equations) {
    conditions.push_back(pool_.binary(Op::Eq, translation(pattern), term));
  }
  for (const Expr condition : clause.conditions) conditions.push_back(translation(condition));
  const Expr formula = pool_.logical_not(all_of(conditions));
  if (pool_.is_constant(formula) && pool_.value(formula).lo != 0) return;
  for (const auto& [x, y] : clause.equal_states) may_be_equal(translation(x), translation(y));
  add(formula, clause.put);
}

// The calls that are not in the trigger, as terms.
bool Instances::complete(const Clause& clause, Matching& matching) {
  for (std::size_t i = 0; i < clause.calls.size(); ++i) {
    if (std::binary_search(clause.trigger.begin(), clause.trigger.end(), i)) continue;
    const Call& call = clause.calls[i];
    if (!call.is_comparable) return false;
    Call wanted{call.method, call.short_name, call.flags, {}, {}, true};
    for (const Call::Part& part : call.in) {
      wanted.in.push_back({part.role, part.kind, translate(matching, part.value), part.name, part.most});
    }
    const std::size_t index = find_or_make(std::move(wanted), call, matching.generation + 1);
    if (index == terms_.size()) return false;
    for (std::size_t k = 0; k < call.out.size(); ++k) {
      const expr::Node& node = axioms_->pool[call.out[k].value];
      if (node.op != Op::Input) {
        matching.equations.emplace_back(call.out[k].value, terms_[index].out[k].value);
      } else {
        matching.bound.emplace(node.low, terms_[index].out[k].value);
      }
    }
  }
  return true;
}

Expr Instances::translate(const Matching& matching, Expr e) const {
  expr::Translation translation(axioms_->pool, pool_);
  for (const auto& [variable, term] : matching.bound) {
    translation.replace(axioms_->pool.variable_expr(variable), term);
  }
  return translation(e);
}

// The term with these operands; terms_.size() where there may be no more of them.
std::size_t Instances::find_or_make(Call&& wanted, const Call& like, std::size_t generation) {
  for (const std::size_t index : by_method_[wanted.method]) {
    const Term& term = terms_[index];
    if (!term.is_comparable || !have_same_shape(term.out, like.out, pool_, axioms_->pool)) continue;
    if (std::equal(term.in.begin(), term.in.end(), wanted.in.begin(), wanted.in.end(),
                   [](const auto& x, const auto& y) { return x.role == y.role && x.value == y.value; })) {
      return index;
    }
  }
  if (terms_.size() >= kMostTerms || generation > kMostGenerations) {
    is_cut_ = true;
    return terms_.size();
  }
  std::string name = fmt::format("~{}(", wanted.method);
  for (const auto& part : wanted.in) name += fmt::format("{},", part.value.id);
  Term made{std::move(wanted), generation};
  for (std::size_t k = 0; k < like.out.size(); ++k) {
    const Call::Part& part = like.out[k];
    const auto width = static_cast<std::uint16_t>(axioms_->pool.width(part.value));
    const std::string part_name = fmt::format("{}){}", name, k);
    const Expr variable = pool_.variable({base::fnv1a(part_name), part_name, "", part.kind, width});
    const auto asked = values_->find(part_name);
    const testcase::Bits value = asked != values_->end() ? asked->second : testcase::Bits{};
    evaluate_.set(pool_[variable].low, value);
    assumed_[part_name] = value;
    made.out.push_back({part.role, part.kind, variable, part.name, part.most});
    if (part.role == OperandRole::Exception) {
      add(pool_.logical_not(pool_.binary(Op::Ult, pool_.constant(part.most, width), variable)), "");
    }
  }
  add_term(std::move(made));
  return terms_.size() - 1;
}

void Instances::add(Expr formula, const std::string& put) {
  if (pool_.is_constant(formula) && pool_.value(formula).lo != 0) return;
  if (known_.insert(formula.id).second) instances_.push_back({formula, put});
}

Expr Instances::all_of(const std::vector<Expr>& conditions) {
  Expr result = pool_.truth(true);
  for (const Expr condition : conditions) result = pool_.binary(Op::And, result, condition);
  return result;
}

std::uint32_t Instances::state_class(Expr state) const {
  std::uint32_t id = state.id;
  for (auto found = classes_.find(id); found != classes_.end() && found->second != id; found = classes_.find(id)) {
    id = found->second;
  }
  return id;
}

void Instances::may_be_equal(Expr x, Expr y) {
  const std::uint32_t a = state_class(x);
  const std::uint32_t b = state_class(y);
  if (a == b) return;
  classes_[std::max(a, b)] = std::min(a, b);
  has_changed_ = true;
}

// The call that led to the state, but for calls that left it as it was.
const Instances::Term* Instances::maker_of(Expr state) {
  for (std::size_t i = 0; i <= terms_.size(); ++i) {
    const auto maker = std::find_if(terms_.begin(), terms_.end(), [&](const Term& term) {
      return std::any_of(term.out.begin(), term.out.end(),
                         [&](const auto& part) { return part.role == OperandRole::NextState && part.value == state; });
    });
    if (maker == terms_.end()) return nullptr;
    const Expr before = state_of(*maker);
    if (!before || evaluate_(before) != evaluate_(state) || state_class(before) != state_class(state)) return &*maker;
    state = before;
  }
  return nullptr;
}

// Could the result be another one, and everything that the axioms say about this path still hold?
bool Instances::is_open(const Term& term) {
  bool has_result = false;
  for (const Call::Part& part : term.out) {
    if (part.role == OperandRole::Exception && evaluate_(part.value).lo != 0) return false;
  }
  for (const Call::Part& part : term.out) {
    if (part.role != OperandRole::Result || pool_[part.value].op != Op::Input) continue;
    has_result = true;
    const std::uint32_t variable = pool_[part.value].low;
    const testcase::Bits value = evaluate_(part.value);
    evaluate_.set(variable, {value.lo ^ 1, value.hi});
    const bool may_differ =
        std::all_of(conditions_.begin(), conditions_.end(), [&](Expr condition) { return evaluate_.holds(condition); });
    evaluate_.set(variable, value);
    if (!may_differ) return false;
  }
  return has_result;
}

std::vector<testcase::MissingAxiom> Instances::open_terms() {
  std::vector<testcase::MissingAxiom> missing;
  for (const Term& term : terms_) {
    const Expr state = state_of(term);
    const Term* maker = state ? maker_of(state) : nullptr;
    if (maker != nullptr && is_open(term)) missing.push_back(sketch_of(term, *maker));
  }
  return missing;
}

}  // namespace forall::axioms
