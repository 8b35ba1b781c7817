#include "spec/path_order.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <set>

#include "expr/pool.h"
#include "solve/chain.h"

namespace forall::spec {
namespace {

using expr::Expr;

class Encoder {
 public:
  explicit Encoder(const Specification& spec, expr::Pool& pool) : terms_(*spec.terms), pool_(pool) {
    const std::size_t ops = kBuiltInOps + spec.signature->operations().size();
    width_ = static_cast<unsigned>(std::bit_width(ops));
  }

  // s > t, as a condition on the precedence. Recursion is as deep as the terms of an axiom.
  Expr greater(Term s, Term t) {
    const auto found = known_.find({s, t});
    if (found != known_.end()) return found->second;
    const Expr result = compare(s, t);
    known_.emplace(std::pair{s, t}, result);
    return result;
  }

  Expr rank(Op op) {
    ops_.insert(op);
    return pool_.variable(
        {2 * std::uint64_t{op.index} + 1, "", "", abi::ScalarKind::UInt, static_cast<std::uint16_t>(width_)});
  }
  Expr from_right(Op op) {
    ops_.insert(op);
    return pool_.variable({2 * std::uint64_t{op.index} + 2, "", "", abi::ScalarKind::Bool, 1});
  }
  const std::set<Op>& ops() const { return ops_; }

 private:
  Expr both(Expr a, Expr b) { return pool_.binary(expr::Op::And, a, b); }
  Expr either(Expr a, Expr b) { return pool_.binary(expr::Op::Or, a, b); }

  Expr compare(Term s, Term t) {
    const TermNode& left = terms_[s];
    const TermNode& right = terms_[t];
    if (s == t || left.kind != Kind::Apply) return pool_.truth(false);
    if (right.kind == Kind::Literal || right.kind == Kind::Error) return pool_.truth(true);
    Expr result = pool_.truth(false);
    for (const Term argument : left.arguments)
      result = either(result, argument == t ? pool_.truth(true) : greater(argument, t));
    if (right.kind == Kind::Variable) return result;
    Expr above_all = pool_.truth(true);
    for (const Term argument : right.arguments) above_all = both(above_all, greater(s, argument));
    const Expr head = left.op == right.op ? pool_.ite(from_right(left.op), lexicographic(left, right, true),
                                                      lexicographic(left, right, false))
                                          : pool_.binary(expr::Op::Ult, rank(right.op), rank(left.op));
    return either(result, both(head, above_all));
  }

  Expr lexicographic(const TermNode& left, const TermNode& right, bool reversed) {
    const std::size_t n = left.arguments.size();
    for (std::size_t i = 0; i < n; ++i) {
      const std::size_t at = reversed ? n - 1 - i : i;
      if (left.arguments[at] != right.arguments[at]) return greater(left.arguments[at], right.arguments[at]);
    }
    return pool_.truth(false);
  }

  const Terms& terms_;
  expr::Pool& pool_;
  unsigned width_ = 1;
  std::map<std::pair<Term, Term>, Expr> known_;
  std::set<Op> ops_;
};

}  // namespace

std::optional<PathOrder> find_path_order(const Specification& specification,
                                         std::span<const std::pair<Term, Term>> pairs) {
  expr::Pool pool;
  Encoder encoder(specification, pool);
  std::vector<Expr> constraints;
  for (const auto& [greater, less] : pairs) constraints.push_back(encoder.greater(greater, less));
  const auto solver = solve::make_chain(pool, {});
  const solve::Answer answer = solver->check({constraints}, {.conflicts = 1'000'000, .seconds = 30});
  const auto* sat = std::get_if<solve::Sat>(&answer);
  if (!sat) return std::nullopt;
  const auto value = [&](Expr e) { return sat->model.get(pool[e].low).lo; };
  PathOrder order;
  for (const Op op : encoder.ops()) {
    order.precedence.push_back(op);
    if (value(encoder.from_right(op)) != 0) order.from_the_right.push_back(op);
  }
  std::stable_sort(order.precedence.begin(), order.precedence.end(),
                   [&](Op a, Op b) { return value(encoder.rank(a)) > value(encoder.rank(b)); });
  return order;
}

std::string to_text(const Specification& specification, const PathOrder& order) {
  const auto names = [&](const std::vector<Op>& ops, const char* separator) {
    std::string text;
    for (const Op op : ops) {
      const std::string name =
          is_built_in(op) ? fmt::format("'{}'", symbol(built_in(op))) : (*specification.signature)[op].name;
      text += (text.empty() ? "" : separator) + name;
    }
    return text;
  };
  if (order.precedence.empty()) return "path order: every operation is greater than literals and errors";
  std::string text = "path order " + names(order.precedence, " > ");
  if (!order.from_the_right.empty()) text += "; compared from the right: " + names(order.from_the_right, ", ");
  return text;
}

}  // namespace forall::spec
