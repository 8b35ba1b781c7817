// Sends each operator to the file of its family, and what the families share.
#include <algorithm>

#include "expr/simplify.h"

namespace forall::expr {

bool Terms::complements(Expr x, Expr y) const {
  const Node &p = pool[x], &q = pool[y];
  if ((p.op == Op::Not && p.a == y) || (q.op == Op::Not && q.a == x)) return true;
  const auto opposite = [](Op o, Op s) {
    return (o == Op::Ult && s == Op::Ule) || (o == Op::Ule && s == Op::Ult) || (o == Op::Slt && s == Op::Sle) ||
           (o == Op::Sle && s == Op::Slt);
  };
  return opposite(p.op, q.op) && p.a == q.b && p.b == q.a;
}

namespace {

// match:  op(c ? k1 : k2, k)  or  op(k, c ? k1 : k2)
// result: c ? op(k1, k) : op(k2, k)
Expr distribute_over_constant_ite(Terms t, Op op, Expr a, Expr b) {
  if (t.constant_ite(a) && t.constant(b)) {
    const Expr c = t.a(a), x = t.b(a), y = t.c(a);
    const Expr first = t.binary(op, x, b);
    return t.ite(c, first, t.binary(op, y, b));
  }
  if (t.constant(a) && t.constant_ite(b)) {
    const Expr c = t.a(b), x = t.b(b), y = t.c(b);
    const Expr first = t.binary(op, a, x);
    return t.ite(c, first, t.binary(op, a, y));
  }
  return {};
}

}  // namespace

Expr simplify_binary(Pool& pool, Op op, Expr a, Expr b) {
  const Terms t{pool};
  if (const Expr e = distribute_over_constant_ite(t, op, a, b)) return e;
  switch (op) {
    case Op::Add: return simplify_add(t, a, b);
    case Op::Sub: return simplify_sub(t, a, b);
    case Op::Mul: return simplify_mul(t, a, b);
    case Op::UDiv:
    case Op::SDiv:
    case Op::URem:
    case Op::SRem: return simplify_division(t, op, a, b);
    case Op::And:
    case Op::Or:
    case Op::Xor: return simplify_bitwise(t, op, a, b);
    case Op::Shl:
    case Op::LShr:
    case Op::AShr: return simplify_shift(t, op, a, b);
    case Op::Eq: return simplify_equal(t, a, b);
    case Op::Ult:
    case Op::Ule:
    case Op::Slt:
    case Op::Sle: return simplify_order(t, op, a, b);
    case Op::Concat: return simplify_concat(t, a, b);
    default: return {};
  }
}

}  // namespace forall::expr
