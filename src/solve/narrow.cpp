// Variables that are used in part of their range only, as an index is.
//
//   x < 5, p(x)      ->      x[2:0] < 5, p(0...0 x[2:0])
//
// A constraint that bounds a variable says that its upper bits are 0. To a back end that is one assumption among many; as
// constants the bits simplify every term that the variable occurs in, before a circuit is built. A model of the rewritten
// constraints says nothing about these bits, and gets 0 for them.
//
// Paths begin with their assumptions, so most queries of an exploration narrow the same variables in the same way; what
// was rewritten in one is kept for the others.
#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "expr/substitute.h"
#include "solve/decorators.h"

namespace forall::solve {
namespace {

using expr::Expr;
using expr::Node;
using expr::Op;
using expr::U128;

constexpr unsigned kLeastSaved = 4;          // bits of a variable, else it stays
constexpr unsigned kMostNarrowedParts = 64;  // of a conjunction, looked at
constexpr std::size_t kMostNarrowed = 1 << 20;

// What a constraint says about a variable.
struct Limit {
  enum Kind { None, AtMost, SignedAtMost, NotNegative } kind = None;
  std::uint32_t variable = 0;
  U128 most = 0;
};

class Narrow final : public Solver {
 public:
  Narrow(expr::Pool& pool, std::unique_ptr<Solver> next) : pool_(pool), next_(std::move(next)) {}

  Answer check(const Query& query, const Effort& effort) override {
    find_bounds(query);
    if (bits_.empty()) return next_->check(query, effort);
    const base::Deadline deadline = deadline_of(effort);
    std::vector<Expr> rewritten;
    std::vector<std::size_t> origin;
    try {
      for (std::size_t i = 0; i < query.constraints.size(); ++i) {
        const Expr c = narrowed(query.constraints[i], deadline);
        if (!pool_.is_constant(c)) {
          rewritten.push_back(c);
          origin.push_back(i);
        } else if (pool_.value(c).lo == 0) {
          return Unsat{with_bounds({query.constraints[i]}), std::nullopt};
        }
      }
    } catch (const base::OutOfTime&) {
      return Unknown{"time limit reached while simplifying the query"};
    }
    Answer answer = rewritten.empty() ? Answer(Sat{}) : next_->check({rewritten}, rest_of(effort, deadline));
    if (auto* sat = std::get_if<Sat>(&answer)) {
      complete(query, sat->model);
    } else if (auto* unsat = std::get_if<Unsat>(&answer); unsat != nullptr && !unsat->core.empty()) {
      std::vector<Expr> core;
      for (std::size_t i = 0; i < rewritten.size(); ++i) {
        if (std::find(unsat->core.begin(), unsat->core.end(), rewritten[i]) != unsat->core.end()) {
          core.push_back(query.constraints[origin[i]]);
        }
      }
      unsat->core = with_bounds(std::move(core));
    }
    return answer;
  }

  void add_statistics(Statistics& s) const override { next_->add_statistics(s); }

 private:
  // Variables with the bits that are left of them, in the order of the variables.
  using Bits = std::vector<std::pair<std::uint32_t, unsigned>>;
  struct Bound {
    U128 most = ~U128{0};
    U128 signed_most = ~U128{0};
    bool not_negative = false;
  };

  Limit limit_in(Expr constraint) const;
  bool add_limits(Expr constraint);
  void find_bounds(const Query& query);
  std::vector<Expr> with_bounds(std::vector<Expr> core) const;
  Expr narrowed(Expr root, const base::Deadline& deadline);
  void complete(const Query& query, expr::Assignment& model) const;

  expr::Pool& pool_;
  std::unique_ptr<Solver> next_;
  std::map<std::uint32_t, Bound> bounds_;  // of the present query
  std::vector<Expr> limiting_;             // constraints that bound a variable
  Bits bits_;
  std::map<Bits, std::unordered_map<std::uint32_t, Expr>> kept_;  // rewritten terms
  std::size_t kept_count_ = 0;
  std::vector<Expr> stack_;
};

// Every order between a term and a constant is "term <= most" or the reverse of it.
Limit Narrow::limit_in(Expr constraint) const {
  const Node* node = &pool_[constraint];
  const bool holds = node->op != Op::Not;
  if (!holds) node = &pool_[node->a];
  const bool is_signed = node->op == Op::Slt || node->op == Op::Sle;
  if (!is_signed && node->op != Op::Ult && node->op != Op::Ule) return {};
  const bool term_first = pool_.is_constant(node->b);
  if (!term_first && !pool_.is_constant(node->a)) return {};
  const Expr term = term_first ? node->a : node->b;
  const U128 constant = expr::to_u128(pool_.value(term_first ? node->b : node->a));
  const unsigned width = pool_.width(term);
  // holds: term < c, term <= c, c < term, c <= term; if it does not: the reverse, which includes c where that does not.
  const bool strict = (node->op == Op::Ult || node->op == Op::Slt) == holds;
  const bool is_above = term_first != holds;  // the term is above the constant
  const Node& inner = pool_[term];
  const bool is_extended = inner.op == Op::ZExt || (inner.op == Op::SExt && is_signed);
  const Node& leaf = is_extended ? pool_[inner.a] : inner;
  if (leaf.op != Op::Input) return {};
  const U128 sign = U128{1} << (width - 1);
  if (is_above) {
    const U128 least = strict ? (constant + 1) & expr::mask(width) : constant;
    return {is_signed && least == 0 && inner.op != Op::ZExt ? Limit::NotNegative : Limit::None, leaf.low};
  }
  if (strict && constant == (is_signed ? sign : 0)) return {};  // false
  const U128 most = strict ? constant - 1 : constant;
  if (is_signed && (most & sign) != 0) return {};
  const bool by_sign = is_signed && inner.op != Op::ZExt;
  return {by_sign ? Limit::SignedAtMost : Limit::AtMost, leaf.low, most & expr::mask(width)};
}

// Whether the constraint, or a part of a conjunction, limits a variable.
bool Narrow::add_limits(Expr constraint) {
  bool found = false;
  stack_.assign(1, constraint);
  for (unsigned parts = 0; !stack_.empty() && parts < kMostNarrowedParts; ++parts) {
    const Expr part = stack_.back();
    stack_.pop_back();
    const Node& node = pool_[part];
    if (node.op == Op::And) {
      stack_.push_back(node.a);
      stack_.push_back(node.b);
      continue;
    }
    const Limit limit = limit_in(part);
    if (limit.kind == Limit::None) continue;
    found = true;
    Bound& bound = bounds_[limit.variable];
    if (limit.kind == Limit::AtMost) bound.most = std::min(bound.most, limit.most);
    if (limit.kind == Limit::SignedAtMost) bound.signed_most = std::min(bound.signed_most, limit.most);
    if (limit.kind == Limit::NotNegative) bound.not_negative = true;
  }
  return found;
}

void Narrow::find_bounds(const Query& query) {
  bounds_.clear();
  limiting_.clear();
  bits_.clear();
  for (const Expr c : query.constraints) {
    if (add_limits(c)) limiting_.push_back(c);
  }
  for (auto& [variable, bound] : bounds_) {
    if (bound.not_negative) bound.most = std::min(bound.most, bound.signed_most);
    const unsigned bits = std::max(expr::bit_length(bound.most), 1u);
    if (bits + kLeastSaved <= pool_.width(pool_.variable_expr(variable))) bits_.emplace_back(variable, bits);
  }
}

std::vector<Expr> Narrow::with_bounds(std::vector<Expr> core) const {
  for (const Expr c : limiting_) {
    if (std::find(core.begin(), core.end(), c) == core.end()) core.push_back(c);
  }
  return core;
}

Expr Narrow::narrowed(Expr root, const base::Deadline& deadline) {
  if (kept_count_ > kMostNarrowed) {
    kept_.clear();
    kept_count_ = 0;
  }
  auto& done = kept_[bits_];
  stack_.assign(1, root);
  for (unsigned steps = 1; !stack_.empty(); ++steps) {
    if (steps % 4096 == 0 && deadline.passed()) throw base::OutOfTime();
    const Expr e = stack_.back();
    if (done.contains(e.id)) {
      stack_.pop_back();
      continue;
    }
    const Node node = pool_[e];  // a copy: making terms moves the pool's nodes
    Expr result = e;
    if (node.op == Op::Input) {
      const auto found = std::lower_bound(bits_.begin(), bits_.end(), std::pair(node.low, 0u));
      if (found != bits_.end() && found->first == node.low) {
        result = pool_.cast(Op::ZExt, pool_.extract(e, 0, found->second), pool_.width(e));
      }
    } else if (node.op != Op::Const) {
      const std::size_t before = stack_.size();
      for (const Expr operand : {node.a, node.b, node.c}) {
        if (operand && !done.contains(operand.id)) stack_.push_back(operand);
      }
      if (stack_.size() != before) continue;
      const auto get = [&](Expr operand) { return operand ? done.at(operand.id) : operand; };
      const Expr a = get(node.a), b = get(node.b), c = get(node.c);
      if (a != node.a || b != node.b || c != node.c) result = expr::with_operands(pool_, node, a, b, c);
    }
    stack_.pop_back();
    done.emplace(e.id, result);
    ++kept_count_;
  }
  return done.at(root.id);
}

void Narrow::complete(const Query& query, expr::Assignment& model) const {
  for (const Expr c : query.constraints) {
    for (const std::uint32_t variable : pool_.support(c)) {
      if (!model.has(variable)) model.set(variable, {});
    }
  }
  for (const auto& [variable, bits] : bits_) {
    model.set(variable, expr::from_u128(expr::to_u128(model.get(variable)) & expr::mask(bits)));
  }
}

}  // namespace

std::unique_ptr<Solver> make_narrow(expr::Pool& pool, std::unique_ptr<Solver> next) {
  return std::make_unique<Narrow>(pool, std::move(next));
}

}  // namespace forall::solve
