// Rules for Not, And, Or and Xor of any width. Masks of consecutive bits become extracts, so that shifts, masks and
// casts of one source value meet in one form (see simplify_structure.cpp).
#include <algorithm>
#include <utility>

#include "expr/floating.h"
#include "expr/simplify.h"

namespace forall::expr {

namespace {

// Is ~x no larger than x? Comparisons other than Eq have an opposite, and a negation goes away.
bool negates_freely(Terms t, Expr x) {
  return t.is(x, Op::Not) || (t.comparison(x) && !t.is(x, Op::Eq) && !is_floating(t.op(x)));
}

// match:  ~(x < y)   ~(x <= y)   (signed and unsigned)
// result: y <= x     y < x
Expr negate_order(Terms t, Expr a) {
  const Expr x = t.a(a), y = t.b(a);
  switch (t.op(a)) {
    case Op::Ult: return t.binary(Op::Ule, y, x);
    case Op::Ule: return t.binary(Op::Ult, y, x);
    case Op::Slt: return t.binary(Op::Sle, y, x);
    case Op::Sle: return t.binary(Op::Slt, y, x);
    default: return {};
  }
}

}  // namespace

Expr simplify_not(Pool& pool, Expr a) {
  Terms t{pool};
  const unsigned w = t.width(a);
  switch (t.op(a)) {
    // match:  ~~x
    // result: x
    case Op::Not: return t.a(a);
    // match:  ~-x
    // result: x + -1
    case Op::Neg: return t.add(t.a(a), mask(w));
    // match:  ~(x ^ k)
    // result: x ^ ~k
    case Op::Xor: return t.constant(t.b(a)) ? t.binary(Op::Xor, t.a(a), t.negate(t.b(a))) : Expr{};
    // match:  ~(x + k)
    // result: (-k - 1) - x
    case Op::Add: return t.constant(t.b(a)) ? t.sub(t.make(~t.value(t.b(a)), w), t.a(a)) : Expr{};
    // match:  ~sext(x)
    // result: sext(~x)
    case Op::SExt: return t.sext(t.negate(t.a(a)), w);
    // match:  ~(c ? k1 : k2)
    // result: c ? ~k1 : ~k2
    case Op::Ite:
      if (t.constant_ite(a)) {
        const Expr c = t.a(a), x = t.negate(t.b(a));
        return t.ite(c, x, t.negate(t.c(a)));
      }
      return {};
    // match:  ~(p & q)    ~(p | q)    where ~p and ~q are no larger than p and q
    // result: ~p | ~q     ~p & ~q
    case Op::And:
    case Op::Or:
      if (negates_freely(t, t.a(a)) && negates_freely(t, t.b(a))) {
        const Op dual = t.is(a, Op::And) ? Op::Or : Op::And;
        const Expr x = t.negate(t.a(a));
        return t.binary(dual, x, t.negate(t.b(a)));
      }
      return {};
    default: return negate_order(t, a);
  }
}

namespace {

// match:  x & 2^n-1                   x & (ones above bit n)        x & (ones from bit n, to bit m < width)
// result: zext(extract(x, 0, n))      concat(extract(x, n), 0)      zext(concat(extract(x, n, m - n), 0))
Expr mask_to_extract(Terms t, Expr a, U128 k) {
  const unsigned w = t.width(a);
  unsigned begin = 0;
  while (((k >> begin) & 1) == 0) ++begin;
  unsigned end = begin;
  while (end < w && ((k >> end) & 1) != 0) ++end;
  if (end < w && (k >> end) != 0) return {};
  Expr bits = t.extract(a, begin, end - begin);
  if (begin > 0) bits = t.concat(bits, t.make(0, begin));
  return t.zext(bits, w);
}

// A bitwise operator on a concatenation and a constant, one of whose parts is all zeros or all ones.
// match:  concat(x, y) op concat(k1, k2)
// result: concat(x op k1, y op k2)
Expr split_at_constant(Terms t, Op op, Expr a, Expr b) {
  const unsigned n = t.width(t.b(a));
  const Expr high = t.extract(b, n, t.width(b) - n), low = t.extract(b, 0, n);
  if (!t.zero(high) && !t.ones(high) && !t.zero(low) && !t.ones(low)) return {};
  const Expr x = t.a(a), y = t.b(a), first = t.binary(op, x, high);
  return t.concat(first, t.binary(op, y, low));
}

Expr simplify_bitwise_constant(Terms t, Op op, Expr a, Expr b) {
  const unsigned w = t.width(a);
  const U128 k = t.value(b);
  // match:  x & 0    x & ones    x | 0    x | ones    x ^ 0    x ^ ones
  // result: 0        x           x        ones        x        ~x
  if (k == 0) return op == Op::And ? b : a;
  if (k == mask(w)) return op == Op::And ? a : op == Op::Or ? b : t.negate(a);
  // match:  x | k, x a quotient, a remainder or the low part of one, less than the lowest bit of k
  // result: x + k
  const bool is_quotient = t.is(a, Op::URem) || t.is(a, Op::UDiv) || t.is(a, Op::Extract);
  if (op == Op::Or && is_quotient && t.most(a) < (k & (U128{0} - k))) return t.add(a, k);
  // match:  (x op k1) op k2
  // result: x op (k1 op k2)
  if (t.with_constant(a, op)) return t.binary(op, t.a(a), t.binary(op, t.b(a), b));
  // match:  ~x ^ k
  // result: x ^ ~k
  if (op == Op::Xor && t.is(a, Op::Not)) return t.binary(Op::Xor, t.a(a), t.negate(b));
  // match:  zext(x) & k
  // result: zext(x & extract(k))
  if (t.is(a, Op::ZExt)) {
    const Expr x = t.a(a);
    const unsigned n = t.width(x);
    if (op == Op::And) return t.zext(t.conjunction(x, t.extract(b, 0, n)), w);
    // match:  zext(x) | k    zext(x) ^ k    where k fits x
    // result: zext(x | k)    zext(x ^ k)
    if (k <= mask(n)) return t.zext(t.binary(op, x, t.extract(b, 0, n)), w);
  }
  if (op == Op::And) {
    if (const Expr e = mask_to_extract(t, a, k)) return e;
  }
  if (t.is(a, Op::Concat)) return split_at_constant(t, op, a, b);
  return {};
}

// The rules that look at one operand first; they are tried in both orders.
Expr simplify_bitwise_ordered(Terms t, Op op, Expr a, Expr b) {
  const Op dual = op == Op::And ? Op::Or : Op::And;
  // match:  (x op k) op y
  // result: (x op y) op k
  if (t.with_constant(a, op)) {
    const Expr k = t.b(a);
    return t.binary(op, t.binary(op, t.a(a), b), k);
  }
  if (op == Op::Xor) {
    // match:  ~x ^ y
    // result: ~(x ^ y)
    if (t.is(a, Op::Not)) return t.negate(t.binary(Op::Xor, t.a(a), b));
    // match:  (x ^ y) ^ y  or  (y ^ x) ^ y
    // result: x
    if (t.is(a, Op::Xor) && t.b(a) == b) return t.a(a);
    if (t.is(a, Op::Xor) && t.a(a) == b) return t.b(a);
  } else if (t.is(a, op)) {
    // match:  (x & y) & x    (x | y) | x
    // result: x & y          x | y
    if (t.a(a) == b || t.b(a) == b) return a;
    // match:  (x & y) & ~x   (x | y) | ~x
    // result: 0              ones
    if (t.complements(t.a(a), b) || t.complements(t.b(a), b)) {
      return t.make(op == Op::And ? 0 : mask(t.width(a)), t.width(a));
    }
  } else if (t.is(a, dual)) {
    // match:  (x | y) & x    (x & y) | x
    // result: x              x
    if (t.a(a) == b || t.b(a) == b) return b;
    // match:  (x | y) & ~x   (x & y) | ~x
    // result: y & ~x         y | ~x
    if (t.complements(t.a(a), b)) return t.binary(op, t.b(a), b);
    if (t.complements(t.b(a), b)) return t.binary(op, t.a(a), b);
  }
  if (t.is(a, Op::Concat) && t.is(b, Op::ZExt) && t.width(t.a(b)) <= t.width(t.b(a))) {
    // match:  concat(x, y) & zext(z)    concat(x, y) | zext(z)       where z is not wider than y (^ as |)
    // result: zext(y & zext(z))         concat(x, y | zext(z))
    const Expr x = t.a(a);
    const unsigned w = t.width(a);
    const Expr low = t.binary(op, t.b(a), t.zext(t.a(b), t.width(t.b(a))));
    return op == Op::And ? t.zext(low, w) : t.concat(x, low);
  }
  return {};
}

// Both operands are of one structural operator: the bitwise operator moves inside.
Expr simplify_bitwise_parallel(Terms t, Op op, Expr a, Expr b) {
  const unsigned w = t.width(a);
  if (t.is(a, Op::ZExt) && t.is(b, Op::ZExt)) {
    // match:  zext(x) op zext(y)
    // result: zext(zext(x) op zext(y)), the inner ones to the wider of x and y
    const unsigned n = std::max(t.width(t.a(a)), t.width(t.a(b)));
    const Expr x = t.zext(t.a(a), n);
    return t.zext(t.binary(op, x, t.zext(t.a(b), n)), w);
  }
  if (t.is(a, Op::SExt) && t.is(b, Op::SExt) && t.width(t.a(a)) == t.width(t.a(b))) {
    // match:  sext(x) op sext(y), x and y of one width
    // result: sext(x op y)
    return t.sext(t.binary(op, t.a(a), t.a(b)), w);
  }
  if (t.is(a, Op::Concat) && t.is(b, Op::Concat) && t.width(t.a(a)) == t.width(t.a(b))) {
    // match:  concat(x, y) op concat(z, v), split at one place, a part constant
    // result: concat(x op z, y op v)
    const Expr x = t.a(a), y = t.b(a), z = t.a(b), v = t.b(b);
    if (t.constant(x) || t.constant(y) || t.constant(z) || t.constant(v)) {
      const Expr high = t.binary(op, x, z);
      return t.concat(high, t.binary(op, y, v));
    }
  }
  return {};
}

}  // namespace

Expr simplify_bitwise(Terms t, Op op, Expr a, Expr b) {
  const unsigned w = t.width(a);
  if (t.constant(b)) return simplify_bitwise_constant(t, op, a, b);
  // match:  x & x    x | x    x ^ x
  // result: x        x        0
  if (a == b) return op == Op::Xor ? t.make(0, w) : a;
  // match:  x & ~x    x | ~x    x ^ ~x
  // result: 0         ones      ones
  if (t.complements(a, b)) return t.make(op == Op::And ? 0 : mask(w), w);
  // match:  p ^ q, of width 1
  // result: ~(p == q)
  if (op == Op::Xor && w == 1) return t.negate(t.equal(a, b));
  if (const Expr e = simplify_bitwise_ordered(t, op, a, b)) return e;
  if (const Expr e = simplify_bitwise_ordered(t, op, b, a)) return e;
  if (const Expr e = simplify_bitwise_parallel(t, op, a, b)) return e;
  return w == 1 && op != Op::Xor ? simplify_boolean(t, op, a, b) : Expr{};
}

}  // namespace forall::expr
