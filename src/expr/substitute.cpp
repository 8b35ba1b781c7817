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

Expr Substitution::operator()(Expr e) {
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
  switch (node.op) {
    case Op::Const:
    case Op::Input: return e;
    case Op::Not:
    case Op::Neg: return pool_.unary(node.op, operand(node.a));
    case Op::ZExt:
    case Op::SExt: return pool_.cast(node.op, operand(node.a), node.width);
    case Op::Extract: return pool_.extract(operand(node.a), node.low, node.width);
    case Op::Ite: return pool_.ite(operand(node.a), operand(node.b), operand(node.c));
    default:
      if (!is_floating(node.op)) return pool_.binary(node.op, operand(node.a), operand(node.b));
      return pool_.floating(node.op, node.width, node.low, operand(node.a), operand(node.b), operand(node.c));
  }
}

}  // namespace forall::expr
