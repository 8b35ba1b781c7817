// A walk over the terms that can contain the replaced one, operands first, with an explicit stack.
#include "expr/substitute.h"

#include <algorithm>

#include "expr/floating.h"

namespace forall::expr {

Substitution::Substitution(Pool& pool, Expr from, Expr to) : pool_(pool), variable_(pool.support(from).front()) {
  done_[from.id] = to;
}

bool Substitution::may_contain(Expr e) {
  const std::vector<std::uint32_t>& support = pool_.support(e);
  return std::binary_search(support.begin(), support.end(), variable_);
}

Expr Substitution::operator()(Expr e, const base::Deadline& deadline) {
  constexpr std::size_t kBetweenLooks = 256;
  if (!may_contain(e)) return e;
  stack_.assign(1, e);
  while (!stack_.empty()) {
    const Expr top = stack_.back();
    if (done_.contains(top.id)) {
      stack_.pop_back();
      continue;
    }
    const std::size_t before = stack_.size();
    const Node node = pool_[top];
    for (const Expr operand : {node.a, node.b, node.c}) {
      if (operand && may_contain(operand) && !done_.contains(operand.id)) stack_.push_back(operand);
    }
    if (stack_.size() != before) continue;
    const Expr made = rebuilt(top);
    done_[top.id] = made;
    if (done_.size() % kBetweenLooks == 0 && deadline.passed()) throw base::OutOfTime();
    stack_.pop_back();
  }
  return done_.at(e.id);
}

// The node over the rewritten operands, which are all done.
Expr Substitution::rebuilt(Expr e) {
  const Node node = pool_[e];  // a copy: making terms moves the pool's nodes
  const auto operand = [&](Expr x) {
    const auto found = done_.find(x.id);
    return found != done_.end() ? found->second : x;
  };
  if (node.op == Op::Const || node.op == Op::Input) return e;
  return with_operands(pool_, node, operand(node.a), operand(node.b), operand(node.c));
}

Expr with_operands(Pool& pool, const Node& node, Expr a, Expr b, Expr c) {
  switch (node.op) {
    case Op::Const:
    case Op::Input: return pool.intern(node);
    case Op::Not:
    case Op::Neg: return pool.unary(node.op, a);
    case Op::ZExt:
    case Op::SExt: return pool.cast(node.op, a, node.width);
    case Op::Extract: return pool.extract(a, node.low, node.width);
    case Op::Ite: return pool.ite(a, b, c);
    default:
      if (!is_floating(node.op)) return pool.binary(node.op, a, b);
      return pool.floating(node.op, node.width, node.low, a, b, c);
  }
}

}  // namespace forall::expr
