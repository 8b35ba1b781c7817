// Rules for a conjunction or disjunction of two comparisons of the same operands.
#include <algorithm>
#include <utility>

#include "expr/simplify.h"

namespace forall::expr {

namespace {

bool is_order(Op op) { return is_strict(op) || op == Op::Ule || op == Op::Sle; }
Op strict(Op op) { return op == Op::Ule ? Op::Ult : op == Op::Sle ? Op::Slt : op; }
Op relaxed(Op op) { return op == Op::Ult ? Op::Ule : op == Op::Slt ? Op::Sle : op; }

bool same_operands(Terms t, Expr p, Expr q) {
  return (t.a(p) == t.a(q) && t.b(p) == t.b(q)) || (t.a(p) == t.b(q) && t.b(p) == t.a(q));
}

// `order` compares the operands that `equality` (Eq) or its negation compares.
Expr order_and_equality(Terms t, Op op, Expr order, Expr other) {
  if (!is_order(t.op(order))) return {};
  const bool negated = t.is(other, Op::Not);
  const Expr equality = negated ? t.a(other) : other;
  if (!t.is(equality, Op::Eq) || !same_operands(t, order, equality)) return {};
  const Op o = t.op(order);
  const Expr x = t.a(order), y = t.b(order);
  if (op == Op::And) {
    // match:  x < y && x == y      x <= y && x == y
    // result: false                x == y
    if (!negated) return is_strict(o) ? t.truth(false) : equality;
    // match:  x <= y && x != y     x < y && x != y
    // result: x < y                x < y
    return t.binary(strict(o), x, y);
  }
  // match:  x < y || x == y        x <= y || x == y
  // result: x <= y                 x <= y
  if (!negated) return t.binary(relaxed(o), x, y);
  // match:  x < y || x != y        x <= y || x != y
  // result: x != y                 true
  return is_strict(o) ? other : t.truth(true);
}

// Both are orders of the same operands and signedness.
Expr two_orders(Terms t, Op op, Expr p, Expr q) {
  const Op o = t.op(p), s = t.op(q);
  if (!is_order(o) || !is_order(s) || strict(o) != strict(s) || !same_operands(t, p, q)) return {};
  const Expr x = t.a(p), y = t.b(p);
  if (t.a(q) == x && t.b(q) == y) {
    // match:  x < y && x <= y      x < y || x <= y
    // result: x < y                x <= y
    return t.binary(op == Op::And ? strict(o) : relaxed(o), x, y);
  }
  // match:  x < y && y < x         x < y || y < x
  // result: false                  x != y
  if (is_strict(o) && is_strict(s)) return op == Op::And ? t.truth(false) : t.negate(t.equal(x, y));
  // match:  x <= y && y <= x       x <= y || y <= x
  // result: x == y                 true
  if (!is_strict(o) && !is_strict(s)) return op == Op::And ? t.equal(x, y) : t.truth(true);
  return {};  // x < y and y <= x are complements, which simplify_bitwise knows
}

}  // namespace

Expr simplify_boolean(Terms t, Op op, Expr a, Expr b) {
  // match:  x == k1 && x == k2, k1 not k2
  // result: false
  if (op == Op::And && t.with_constant(a, Op::Eq) && t.with_constant(b, Op::Eq) && t.a(a) == t.a(b)) {
    return t.truth(false);
  }
  // match:  x == k1 && x != k2, k1 not k2
  // result: x == k1
  // match:  x == k1 || x != k2, k1 not k2
  // result: x != k2
  for (const auto& [p, q] : {std::pair{a, b}, std::pair{b, a}}) {
    if (t.with_constant(p, Op::Eq) && t.is(q, Op::Not) && t.with_constant(t.a(q), Op::Eq) && t.a(p) == t.a(t.a(q))) {
      return op == Op::And ? p : q;
    }
  }
  if (const Expr e = order_and_equality(t, op, a, b)) return e;
  if (const Expr e = order_and_equality(t, op, b, a)) return e;
  return two_orders(t, op, a, b);
}

}  // namespace forall::expr
