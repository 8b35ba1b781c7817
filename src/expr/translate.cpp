#include "expr/translate.h"

#include "expr/substitute.h"

namespace forall::expr {

Expr Translation::operator()(Expr e) {
  stack_.assign(1, e);
  while (!stack_.empty()) {
    const Expr top = stack_.back();
    if (done_.contains(top.id)) {
      stack_.pop_back();
      continue;
    }
    const std::size_t before = stack_.size();
    const Node node = from_[top];
    for (const Expr operand : {node.a, node.b, node.c}) {
      if (operand && !done_.contains(operand.id)) stack_.push_back(operand);
    }
    if (stack_.size() != before) continue;
    const Expr made = rebuilt(top);
    done_[top.id] = made;
    stack_.pop_back();
  }
  return done_.at(e.id);
}

// The node over the translated operands, which are all done.
Expr Translation::rebuilt(Expr e) {
  const Node node = from_[e];
  if (node.op == Op::Const) return to_.constant(node.value, node.width);
  if (node.op == Op::Input) return to_.variable(Variable(from_.variables()[node.low]));
  const auto operand = [&](Expr x) { return x ? done_.at(x.id) : x; };
  return with_operands(to_, node, operand(node.a), operand(node.b), operand(node.c));
}

}  // namespace forall::expr
