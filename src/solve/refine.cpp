// Functions of libm by abstraction and refinement.
//
//   sin(x) > 0.5, x > 3      ->      v > 0.5, x > 3, facts about v = sin(x) at every x
//
// Each function node becomes a variable of its own. If the abstraction has no model, neither has the query: the facts
// hold at every point. If it has one, evaluation, which calls libm, tells whether it is a model of the query too. If
// not, libm's results at the points of the model are added (x == 4 -> v == sin(4)) and the solver is asked again, and a
// walk from the model (local_search.h) tries to repair it. Points stay known for later queries. After a number of
// rounds a longer walk is the last resort; then the query is undecided.
//
// The variables live in the pool, but in no model that leaves here.
#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "expr/floating.h"
#include "expr/substitute.h"
#include "solve/decorators.h"
#include "solve/float_terms.h"
#include "solve/local_search.h"
#include "solve/math_facts.h"

namespace forall::solve {
namespace {

using expr::Expr;
using expr::Node;
using expr::Op;

constexpr int kRounds = 16;
constexpr std::int64_t kShortWalk = 400, kLongWalk = 20000;
constexpr std::size_t kMostPoints = 16;   // cached per function node
constexpr std::size_t kMostCompared = 6;  // nodes of one function whose arguments are compared with each other

class Refine final : public Solver {
 public:
  Refine(expr::Pool& pool, std::unique_ptr<Solver> next)
      : pool_(pool), next_(std::move(next)), kind_(pool), evaluate_(pool), search_(pool) {}

  Answer check(const Query& query, const Effort& effort) override {
    if (kind_(query.constraints) != FloatTerms::Math) return next_->check(query, effort);
    return refine(query, effort);
  }

  void add_statistics(Statistics& s) const override { next_->add_statistics(s); }

 private:
  // A function node, uninterpreted.
  struct Application {
    Node function;
    Expr a, b;      // abstract arguments
    Expr variable;  // for the result
    std::vector<Expr> facts;
    std::vector<Expr> points;
  };

  Answer refine(const Query& query, const Effort& effort);
  Expr abstracted(Expr root);
  Expr abstract_application(Expr e, const Node& node, Expr a, Expr b);
  void abstract_query(const Query& query);
  void relate(std::vector<Expr>& constraints);
  bool holds(const Query& query, const expr::Assignment& model);
  expr::Assignment restricted(const Query& query, const expr::Assignment& model);
  void learn_points(const expr::Assignment& model);

  expr::Pool& pool_;
  std::unique_ptr<Solver> next_;
  FloatTerms kind_;
  expr::Evaluator evaluate_;
  LocalSearch search_;
  std::unordered_map<std::uint32_t, Expr> abstract_;               // per expression with a function in it
  std::unordered_map<std::uint32_t, std::size_t> application_of_;  // per variable of ours
  std::vector<Application> applications_;
  std::vector<std::size_t> current_;  // applications in this query
  std::vector<Expr> constraints_;     // of this query, abstracted
  std::vector<Expr> stack_;
};

// Operands first, with an explicit stack.
Expr Refine::abstracted(Expr root) {
  stack_.assign(1, root);
  const auto done = [&](Expr e) { return !e || kind_(e) != FloatTerms::Math || abstract_.contains(e.id); };
  const auto get = [&](Expr e) { return e && kind_(e) == FloatTerms::Math ? abstract_.at(e.id) : e; };
  while (!stack_.empty()) {
    const Expr e = stack_.back();
    if (done(e)) {
      stack_.pop_back();
      continue;
    }
    const Node node = pool_[e];  // a copy: making terms moves the pool's nodes
    const std::size_t before = stack_.size();
    for (const Expr operand : {node.a, node.b, node.c}) {
      if (!done(operand)) stack_.push_back(operand);
    }
    if (stack_.size() != before) continue;
    stack_.pop_back();
    const bool is_function = node.op == Op::FMath1 || node.op == Op::FMath2;
    abstract_[e.id] = is_function ? abstract_application(e, node, get(node.a), get(node.b))
                                  : expr::with_operands(pool_, node, get(node.a), get(node.b), get(node.c));
  }
  return get(root);
}

Expr Refine::abstract_application(Expr e, const Node& node, Expr a, Expr b) {
  const std::string name = "libm#" + std::to_string(e.id);
  const Expr variable = pool_.variable({base::fnv1a(name), name, "", abi::ScalarKind::ULongLong, node.width});
  application_of_[pool_[variable].low] = applications_.size();
  applications_.push_back({node, a, b, variable, math_facts(pool_, node, a, b, variable), {}});
  return variable;
}

// The abstract constraints, and which applications they reach, also through the arguments of others.
void Refine::abstract_query(const Query& query) {
  constraints_.clear();
  current_.clear();
  for (const Expr c : query.constraints) constraints_.push_back(abstracted(c));
  std::vector<Expr> pending = constraints_;
  while (!pending.empty()) {
    const Expr e = pending.back();
    pending.pop_back();
    for (const std::uint32_t v : pool_.support(e)) {
      const auto found = application_of_.find(v);
      if (found == application_of_.end()) continue;
      if (std::find(current_.begin(), current_.end(), found->second) != current_.end()) continue;
      current_.push_back(found->second);
      const Application& f = applications_[found->second];
      pending.push_back(f.a);
      if (f.b) pending.push_back(f.b);
    }
  }
}

// Equal arguments of one function have equal results.
void Refine::relate(std::vector<Expr>& constraints) {
  if (current_.size() > kMostCompared) return;
  for (std::size_t i = 0; i < current_.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const Application &f = applications_[current_[i]], &g = applications_[current_[j]];
      if (f.function.low != g.function.low || f.function.width != g.function.width) continue;
      Expr differ = pool_.logical_not(pool_.binary(Op::Eq, f.a, g.a));
      if (f.b) differ = pool_.binary(Op::Or, differ, pool_.logical_not(pool_.binary(Op::Eq, f.b, g.b)));
      constraints.push_back(pool_.binary(Op::Or, differ, pool_.binary(Op::Eq, f.variable, g.variable)));
    }
  }
}

bool Refine::holds(const Query& query, const expr::Assignment& model) {
  evaluate_.assign(model);
  return std::all_of(query.constraints.begin(), query.constraints.end(), [&](Expr c) { return evaluate_.holds(c); });
}

expr::Assignment Refine::restricted(const Query& query, const expr::Assignment& model) {
  expr::Assignment result;
  for (const Expr c : query.constraints) {
    for (const std::uint32_t v : pool_.support(c)) result.set(v, model.get(v));
  }
  return result;
}

// libm's results for the arguments of the model.
void Refine::learn_points(const expr::Assignment& model) {
  evaluate_.assign(model);
  for (const std::size_t i : current_) {
    Application& f = applications_[i];
    const expr::Bits a = evaluate_(f.a), b = f.b ? evaluate_(f.b) : expr::Bits{};
    const expr::U128 value = expr::apply_math(static_cast<abi::MathFunction>(f.function.low), f.function.width,
                                              expr::to_u128(a), expr::to_u128(b));
    if (evaluate_(f.variable) == expr::from_u128(value)) continue;
    Expr elsewhere = pool_.logical_not(pool_.equals(f.a, a));
    if (f.b) elsewhere = pool_.binary(Op::Or, elsewhere, pool_.logical_not(pool_.equals(f.b, b)));
    if (f.points.size() >= kMostPoints) f.points.erase(f.points.begin());
    f.points.push_back(pool_.binary(Op::Or, elsewhere, pool_.equals(f.variable, expr::from_u128(value))));
  }
}

Answer Refine::refine(const Query& query, const Effort& effort) {
  const base::Deadline deadline = deadline_of(effort);
  abstract_query(query);
  search_.aim_at(query.constraints);
  search_.end_at(deadline);
  expr::Assignment last;
  std::string reason = "functions of libm: no model found in " + std::to_string(kRounds) + " rounds";
  for (int round = 0; round < kRounds; ++round) {
    if (deadline.passed()) return Unknown{"functions of libm: time limit reached"};
    Effort rest = rest_of(effort, deadline);
    if (round > 0 && effort.conflicts > 0) rest.conflicts = std::max<std::int64_t>(1, effort.conflicts / 8);
    std::vector<Expr> constraints = constraints_;
    for (const std::size_t i : current_) {
      const Application& f = applications_[i];
      constraints.insert(constraints.end(), f.facts.begin(), f.facts.end());
      constraints.insert(constraints.end(), f.points.begin(), f.points.end());
    }
    relate(constraints);
    Answer answer = next_->check({constraints}, rest);
    if (const auto* unsat = std::get_if<Unsat>(&answer)) return Unsat{{}, unsat->by};
    if (const auto* unknown = std::get_if<Unknown>(&answer)) {
      reason = unknown->reason;
      break;
    }
    const expr::Assignment& model = std::get<Sat>(answer).model;
    last = restricted(query, model);
    if (holds(query, last)) return Sat{std::move(last)};
    learn_points(model);
    if (auto found = search_.from(last, kShortWalk, false)) return Sat{std::move(*found)};
  }
  if (auto found = search_.from(last, kLongWalk, true)) return Sat{std::move(*found)};
  return Unknown{reason};
}

}  // namespace

std::unique_ptr<Solver> make_refine(expr::Pool& pool, std::unique_ptr<Solver> next) {
  return std::make_unique<Refine>(pool, std::move(next));
}

}  // namespace forall::solve
