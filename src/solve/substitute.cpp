// Equations as definitions. A constraint `x == e`, x a variable that e does not contain, defines x: the other
// constraints are solved with e in its place, and the model gets the value of e for x.
//
//   h(x) == 3, h(y) == 5, x == y     ->     h(y) == 3, h(y) == 5     ->     h(y) == 3, 3 == 5
//
// A constraint `e == k`, k a constant, stays, and the others are solved with k in place of e.
//
// A SAT solver would have to learn bit by bit that equal inputs of two circuits have equal outputs; here the two are
// one term. Definitions are found in the order of the constraints, each in what the earlier ones left, so a definition
// never contains a variable that was defined before it, and the values are computed in the reverse order.
#include <algorithm>
#include <utility>
#include <vector>

#include "expr/substitute.h"
#include "solve/decorators.h"

namespace forall::solve {
namespace {

using expr::Expr;
using expr::Op;

class Substitute final : public Solver {
 public:
  Substitute(expr::Pool& pool, std::unique_ptr<Solver> next) : pool_(pool), next_(std::move(next)) {}

  Answer check(const Query& query, const Effort& effort) override {
    const auto is_equation = [&](Expr c) { return definition_in(c).first != kNone || fixes_term(c); };
    if (std::none_of(query.constraints.begin(), query.constraints.end(), is_equation)) {
      return next_->check(query, effort);
    }
    const base::Deadline deadline = deadline_of(effort);
    definitions_.clear();
    fixed_.clear();
    rest_.assign(query.constraints.begin(), query.constraints.end());
    try {
      if (!eliminate(deadline)) return Unsat{};
    } catch (const base::OutOfTime&) {
      return Unknown{"time limit reached while simplifying the query"};
    }
    Answer answer = rest_.empty() ? Answer(Sat{}) : next_->check({rest_}, rest_of(effort, deadline));
    if (auto* sat = std::get_if<Sat>(&answer)) {
      complete(query, sat->model);
    } else if (auto* unsat = std::get_if<Unsat>(&answer)) {
      unsat->core.clear();  // of rewritten constraints
    }
    return answer;
  }

  void add_statistics(Statistics& s) const override { next_->add_statistics(s); }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  static constexpr std::size_t kNowhere = ~std::size_t{0};

  // The variable that the constraint defines, and its definition.
  std::pair<std::uint32_t, Expr> definition_in(Expr constraint) {
    const expr::Node node = pool_[constraint];  // a copy: making terms moves the pool's nodes
    if (node.op == Op::Input) return {node.low, pool_.truth(true)};
    if (node.op == Op::Not && pool_[node.a].op == Op::Input) return {pool_[node.a].low, pool_.truth(false)};
    if (node.op != Op::Eq) return {kNone, {}};
    for (const auto& [x, e] : {std::pair(node.a, node.b), std::pair(node.b, node.a)}) {
      if (pool_[x].op != Op::Input) continue;
      const std::uint32_t variable = pool_[x].low;
      const std::vector<std::uint32_t>& support = pool_.support(e);
      if (!std::binary_search(support.begin(), support.end(), variable)) return {variable, e};
    }
    return {kNone, {}};
  }

  bool fixes_term(Expr constraint) const {
    const expr::Node& node = pool_[constraint];
    return node.op == Op::Eq && pool_.is_constant(node.b);
  }

  // Replaces `from` in all constraints but `except`. False: one of them became false.
  bool replace(Expr from, Expr to, std::size_t except, const base::Deadline& deadline, bool& changed) {
    expr::Substitution substitution(pool_, from, to);
    for (std::size_t i = 0; i < rest_.size(); ++i) {
      if (i == except) continue;
      const Expr rewritten = substitution(rest_[i], deadline);
      changed = changed || rewritten != rest_[i];
      rest_[i] = rewritten;
      if (pool_.is_constant(rewritten) && pool_.value(rewritten).lo == 0) return false;
    }
    return true;
  }

  // Turns `rest_` into definitions and what they leave. False: one of the constraints became false.
  bool eliminate(const base::Deadline& deadline) {
    for (std::size_t i = 0; i < rest_.size();) {
      if (deadline.passed()) throw base::OutOfTime();
      const Expr constraint = rest_[i];
      const auto [variable, definition] = definition_in(constraint);
      bool changed = false;
      if (variable != kNone) {
        definitions_.emplace_back(variable, definition);
        rest_.erase(rest_.begin() + static_cast<std::ptrdiff_t>(i));
        if (!replace(pool_.variable_expr(variable), definition, kNowhere, deadline, changed)) return false;
      } else if (fixes_term(constraint) && std::find(fixed_.begin(), fixed_.end(), constraint) == fixed_.end()) {
        fixed_.push_back(constraint);
        const expr::Node node = pool_[constraint];
        if (!replace(node.a, node.b, i, deadline, changed)) return false;
        ++i;
      } else {
        ++i;
      }
      if (!changed) continue;
      std::erase_if(rest_, [&](Expr c) { return pool_.is_constant(c); });
      i = 0;  // an earlier constraint may define something now
    }
    return true;
  }

  void complete(const Query& query, expr::Assignment& model) {
    for (auto definition = definitions_.rbegin(); definition != definitions_.rend(); ++definition) {
      for (const std::uint32_t variable : pool_.support(definition->second)) set_if_free(variable, model);
      expr::Evaluator evaluate(pool_);
      evaluate.assign(model);
      model.set(definition->first, evaluate(definition->second));
    }
    // Variables that disappeared in the rewriting can have any value.
    for (const Expr c : query.constraints) {
      for (const std::uint32_t variable : pool_.support(c)) set_if_free(variable, model);
    }
  }

  static void set_if_free(std::uint32_t variable, expr::Assignment& model) {
    if (!model.has(variable)) model.set(variable, {});
  }

  expr::Pool& pool_;
  std::unique_ptr<Solver> next_;
  std::vector<std::pair<std::uint32_t, Expr>> definitions_;
  std::vector<Expr> fixed_;  // constraints `e == k` that were used
  std::vector<Expr> rest_;
};

}  // namespace

std::unique_ptr<Solver> make_substitute(expr::Pool& pool, std::unique_ptr<Solver> next) {
  return std::make_unique<Substitute>(pool, std::move(next));
}

}  // namespace forall::solve
