// The simplifier's families, used by Pool alone. Each returns the simplified expression, or Expr{} where no rule
// matches.
//
// Operands are simplified, not all constant, and in canonical order. A rule may build new expressions through the pool;
// its result must be smaller by a measure that every rule of the family lowers (named at the head of the family's
// file), so that simplification ends. Every rule is documented `match:` / `result:` and proved in tests/unit/expr.
#pragma once

#include "expr/pool.h"

namespace forall::expr {

constexpr bool is_commutative(Op op) {
  return op == Op::Add || op == Op::Mul || op == Op::And || op == Op::Or || op == Op::Xor || op == Op::Eq;
}

Expr simplify_not(Pool& pool, Expr a);
Expr simplify_neg(Pool& pool, Expr a);
Expr simplify_binary(Pool& pool, Op op, Expr a, Expr b);  // sends op to its family
Expr simplify_cast(Pool& pool, Op op, Expr a, unsigned width);
Expr simplify_extract(Pool& pool, Expr a, unsigned low, unsigned width);
Expr simplify_ite(Pool& pool, Expr condition, Expr a, Expr b);

}  // namespace forall::expr
