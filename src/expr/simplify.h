// The simplifier's families, used by Pool alone. Each returns the simplified expression, or Expr{} where no rule
// matches.
//
// Operands are simplified, not all constant, and in canonical order. A rule builds its result through the pool, so the
// rules of the result's operators apply in turn. Simplification ends because every rule lowers the number of operators,
// narrows them, or moves constants outwards and casts outwards in a fixed direction. It never recurses along an
// expression: a rule either looks at a bounded number of levels, or walks with a loop, or hands on a strictly narrower
// operand (at most 128 times). Every rule is documented `match:` / `result:` and proved in tests/unit/expr.
#pragma once

#include "expr/pool.h"

namespace forall::expr {

constexpr bool is_commutative(Op op) {
  return op == Op::Add || op == Op::Mul || op == Op::And || op == Op::Or || op == Op::Xor || op == Op::Eq ||
         op == Op::FAdd || op == Op::FMul || op == Op::FEq || op == Op::FFma;
}

constexpr bool is_strict(Op op) { return op == Op::Ult || op == Op::Slt; }  // of an order

// Shorthand for the rules: what a term looks like, and new terms. Everything is returned by value, because a new term
// can move the pool's nodes.
struct Terms {
  Pool& pool;

  Op op(Expr e) const { return pool[e].op; }
  bool is(Expr e, Op o) const { return pool[e].op == o; }
  unsigned width(Expr e) const { return pool[e].width; }
  unsigned low(Expr e) const { return pool[e].low; }
  Expr a(Expr e) const { return pool[e].a; }
  Expr b(Expr e) const { return pool[e].b; }
  Expr c(Expr e) const { return pool[e].c; }
  bool constant(Expr e) const { return pool[e].op == Op::Const; }
  U128 value(Expr e) const { return to_u128(pool[e].value); }
  bool is_value(Expr e, U128 v) const { return constant(e) && value(e) == v; }
  bool zero(Expr e) const { return is_value(e, 0); }
  bool one(Expr e) const { return is_value(e, 1); }
  bool ones(Expr e) const { return is_value(e, mask(width(e))); }
  // Does it have this operator, with a constant as its second operand?
  bool with_constant(Expr e, Op o) const { return is(e, o) && constant(b(e)); }
  bool constant_ite(Expr e) const { return is(e, Op::Ite) && constant(b(e)) && constant(c(e)); }
  bool extension(Expr e) const { return is(e, Op::ZExt) || is(e, Op::SExt); }
  bool comparison(Expr e) const { return abi::info(op(e)).result == abi::ResultWidth::Bool; }
  bool complements(Expr x, Expr y) const;  // ~x is y, as far as one look tells
  U128 most(Expr e) const { return pool.most(e); }
  bool non_negative(Expr e) const { return most(e) <= mask(width(e)) >> 1; }  // as far as its bound tells

  Expr make(U128 v, unsigned w) { return pool.constant(from_u128(v & mask(w)), w); }
  Expr truth(bool v) { return pool.truth(v); }
  Expr unary(Op o, Expr x) { return pool.unary(o, x); }
  Expr binary(Op o, Expr x, Expr y) { return pool.binary(o, x, y); }
  Expr negate(Expr x) { return pool.unary(Op::Not, x); }
  Expr add(Expr x, Expr y) { return pool.binary(Op::Add, x, y); }
  Expr add(Expr x, U128 k) { return pool.binary(Op::Add, x, make(k, width(x))); }
  Expr sub(Expr x, Expr y) { return pool.binary(Op::Sub, x, y); }
  Expr conjunction(Expr x, Expr y) { return pool.binary(Op::And, x, y); }
  Expr disjunction(Expr x, Expr y) { return pool.binary(Op::Or, x, y); }
  Expr equal(Expr x, Expr y) { return pool.binary(Op::Eq, x, y); }
  Expr equal(Expr x, U128 k) { return pool.binary(Op::Eq, x, make(k, width(x))); }
  Expr concat(Expr x, Expr y) { return pool.binary(Op::Concat, x, y); }
  Expr cast(Op o, Expr x, unsigned w) { return pool.cast(o, x, w); }
  Expr zext(Expr x, unsigned w) { return pool.cast(Op::ZExt, x, w); }
  Expr sext(Expr x, unsigned w) { return pool.cast(Op::SExt, x, w); }
  Expr extract(Expr x, unsigned lowest, unsigned w) { return pool.extract(x, lowest, w); }
  Expr ite(Expr x, Expr y, Expr z) { return pool.ite(x, y, z); }
};

Expr simplify_not(Pool& pool, Expr a);
Expr simplify_neg(Pool& pool, Expr a);
Expr simplify_binary(Pool& pool, Op op, Expr a, Expr b);  // sends op to its family
Expr simplify_cast(Pool& pool, Op op, Expr a, unsigned width);
Expr simplify_extract(Pool& pool, Expr a, unsigned low, unsigned width);
Expr simplify_ite(Pool& pool, Expr condition, Expr a, Expr b);
Expr simplify_floating(Pool& pool, Op op, unsigned width, unsigned parameter, Expr a, Expr b, Expr c);

// The families of simplify_binary.
Expr simplify_add(Terms t, Expr a, Expr b);
Expr simplify_sub(Terms t, Expr a, Expr b);
Expr simplify_mul(Terms t, Expr a, Expr b);
Expr simplify_division(Terms t, Op op, Expr a, Expr b);
Expr simplify_bitwise(Terms t, Op op, Expr a, Expr b);  // And, Or, Xor
Expr simplify_boolean(Terms t, Op op, Expr a, Expr b);  // And, Or of width 1, after simplify_bitwise
Expr simplify_shift(Terms t, Op op, Expr a, Expr b);
Expr simplify_equal(Terms t, Expr a, Expr b);
Expr simplify_equal_sums(Terms t, Expr a, Expr b);
Expr simplify_order(Terms t, Op op, Expr a, Expr b);    // Ult, Ule, Slt, Sle
Expr simplify_overflow_check(Terms t, Expr a, Expr b);  // Eq of an exact and a wrapped result
Expr simplify_sign_check(Terms t, Expr conjunction);    // what 0 <= conjunction is
Expr simplify_high_half_check(Terms t, Expr high);      // what high == 0 is
Expr simplify_concat(Terms t, Expr a, Expr b);

// An if-then-else whose constant branch decides a comparison, level by level; see simplify_ite.cpp.
class IteLevels {
 public:
  explicit IteLevels(Terms t) : t_(t) {}
  // On this level the comparison is `result` where `condition` holds, and is that of the rest where not.
  void push(Expr condition, bool result) { levels_.push_back({condition, result}); }
  bool empty() const { return levels_.empty(); }
  Expr fold(Expr rest);

 private:
  struct Level {
    Expr condition;
    bool result;
  };
  Terms t_;
  std::vector<Level> levels_;
};

}  // namespace forall::expr
