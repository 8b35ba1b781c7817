// Rules for Eq.
//
// Against a constant, invertible operators are peeled off the other side by solving for the operand (`x + 3 == 5`
// becomes `x == 2`), and if-then-else with constant branches becomes logic. Between two terms, common parts are
// cancelled. Both walk with a loop, because hashing code builds long chains of invertible operators.
#include <algorithm>
#include <utility>

#include "expr/simplify.h"

namespace forall::expr {

namespace {

// The inverse of an odd k modulo a power of two, by Newton's iteration: each step doubles the number of right bits.
constexpr U128 inverse_of_odd(U128 k) {
  U128 inverse = k;
  for (int bits = 3; bits < 128; bits *= 2) inverse *= 2 - k * inverse;
  return inverse;
}

enum class Peel { Stuck, Peeled, Never };

// match:  x * k1 == k2
// result: the low bits of x == k2 / k1, or false where 2^n divides k1 and not k2
Peel peel_multiplication(Terms t, Expr& x, U128& k) {
  U128 factor = t.value(t.b(x));
  unsigned n = 0;
  for (; (factor & 1) == 0; factor >>= 1) ++n;
  if ((k & mask(n)) != 0) return Peel::Never;
  const unsigned w = t.width(x) - n;
  x = t.extract(t.a(x), 0, w);
  k = ((k >> n) * inverse_of_odd(factor)) & mask(w);
  return Peel::Peeled;
}

// One step of solving x == k for an operand of x.
Peel peel(Terms t, Expr& x, U128& k) {
  const U128 m = mask(t.width(x));
  switch (t.op(x)) {
    // match:  x + k1 == k2
    // result: x == k2 - k1
    case Op::Add:
      if (!t.constant(t.b(x))) return Peel::Stuck;
      k = (k - t.value(t.b(x))) & m;
      break;
    // match:  k1 - x == k2
    // result: x == k1 - k2
    case Op::Sub:
      if (!t.constant(t.a(x))) return Peel::Stuck;
      k = (t.value(t.a(x)) - k) & m;
      x = t.b(x);
      return Peel::Peeled;
    // match:  -x == k
    // result: x == -k
    case Op::Neg: k = (U128{0} - k) & m; break;
    // match:  ~x == k
    // result: x == ~k
    case Op::Not: k = ~k & m; break;
    // match:  x ^ k1 == k2
    // result: x == k1 ^ k2
    case Op::Xor:
      if (!t.constant(t.b(x))) return Peel::Stuck;
      k ^= t.value(t.b(x));
      break;
    case Op::Mul: return t.constant(t.b(x)) && !t.zero(t.b(x)) ? peel_multiplication(t, x, k) : Peel::Stuck;
    // match:  zext(x) == k       sext(x) == k
    // result: x == k, or false where k is no such extension
    case Op::ZExt:
    case Op::SExt: {
      const unsigned n = t.width(t.a(x));
      if (apply(t.op(x), t.width(x), n, k & mask(n), 0, 0, 0) != k) return Peel::Never;
      k &= mask(n);
      break;
    }
    // match:  x % k1 == k2, unsigned, k1 <= k2
    // result: false
    case Op::URem: return t.constant(t.b(x)) && !t.zero(t.b(x)) && t.value(t.b(x)) <= k ? Peel::Never : Peel::Stuck;
    // match:  x & k1 == k2, k2 has bits that k1 has not      x | k1 == k2, k1 has bits that k2 has not
    // result: false                                          false
    case Op::And: return t.constant(t.b(x)) && (k & ~t.value(t.b(x))) != 0 ? Peel::Never : Peel::Stuck;
    case Op::Or: return t.constant(t.b(x)) && (t.value(t.b(x)) & ~k) != 0 ? Peel::Never : Peel::Stuck;
    default: return Peel::Stuck;
  }
  x = t.a(x);
  return Peel::Peeled;
}

// x == k where nothing can be peeled off x.
Expr equal_core(Terms t, Expr x, U128 k) {
  // match:  concat(x, y) == k
  // result: x == high part of k & y == low part of k
  if (t.is(x, Op::Concat)) {
    const Expr high = t.a(x), low = t.b(x);
    const unsigned n = t.width(low);
    const Expr first = t.equal(high, k >> n);
    return t.conjunction(first, t.equal(low, k & mask(n)));
  }
  if (k == 0) {
    if (const Expr e = simplify_high_half_check(t, x)) return e;
  }
  // match:  x - y == 0    x ^ y == 0
  // result: x == y        x == y
  if (k == 0 && (t.is(x, Op::Sub) || t.is(x, Op::Xor)) && !t.constant(t.b(x))) return t.equal(t.a(x), t.b(x));
  return {};
}

Expr equal_constant(Terms t, Expr a, U128 k) {
  IteLevels levels(t);
  Expr x = a, rest;
  while (!rest) {
    if (t.constant(x)) {
      rest = t.truth(t.value(x) == k);
    } else if (t.is(x, Op::Ite) && (t.constant(t.b(x)) || t.constant(t.c(x)))) {
      // match:  (c ? k1 : x) == k2
      // result: c | x == k2, where k1 is k2; else ~c & x == k2
      const bool first = t.constant(t.b(x));
      const Expr condition = first ? t.a(x) : t.negate(t.a(x));
      levels.push(condition, t.value(first ? t.b(x) : t.c(x)) == k);
      x = first ? t.c(x) : t.b(x);
    } else {
      const Peel peeled = t.width(x) == 1 ? Peel::Stuck : peel(t, x, k);
      if (peeled == Peel::Never) rest = t.truth(false);
      if (peeled == Peel::Stuck) break;
    }
  }
  if (rest) return levels.fold(rest);
  if (x == a) return equal_core(t, x, k);
  return levels.fold(t.equal(x, k));
}

// Eq of truth values.
Expr equal_truth(Terms t, Expr a, Expr b) {
  // match:  p == 1    p == 0
  // result: p         ~p
  if (t.constant(b)) return t.one(b) ? a : t.negate(a);
  // match:  ~p == q
  // result: ~(p == q)
  if (t.is(a, Op::Not)) return t.negate(t.equal(t.a(a), b));
  if (t.is(b, Op::Not)) return t.negate(t.equal(a, t.a(b)));
  return {};
}

// The operand of the commutative x beside `shared`, or none.
Expr other_operand(Terms t, Expr x, Expr shared) {
  if (t.a(x) == shared) return t.b(x);
  if (t.b(x) == shared) return t.a(x);
  return {};
}

// One step of cancelling what a and b share, for this order of the two.
bool cancel(Terms t, Expr& a, Expr& b) {
  const Op op = t.op(a);
  if (op == t.op(b)) {
    // match:  x + y == x + z    x ^ y == x ^ z
    // result: y == z            y == z
    if (op == Op::Add || op == Op::Xor) {
      for (const Expr shared : {t.a(a), t.b(a)}) {
        const Expr z = other_operand(t, b, shared);
        if (!z) continue;
        a = other_operand(t, a, shared);
        b = z;
        return true;
      }
    }
    // match:  x + k1 == y + k2
    // result: x + (k1 - k2) == y
    if (t.with_constant(a, Op::Add) && t.constant(t.b(b))) {
      const U128 k = t.value(t.b(a)) - t.value(t.b(b));
      b = t.a(b);
      a = t.add(t.a(a), k);
      return true;
    }
    // match:  x - y == x - z    x - z == y - z
    // result: y == z            x == y
    if (op == Op::Sub && (t.a(a) == t.a(b) || t.b(a) == t.b(b))) {
      const bool first = t.a(a) == t.a(b);
      a = first ? t.b(a) : t.a(a);
      b = first ? t.b(b) : t.a(b);
      return true;
    }
    // match:  -x == -y    ~x == ~y
    // result: x == y      x == y
    if (op == Op::Neg || op == Op::Not) {
      a = t.a(a);
      b = t.a(b);
      return true;
    }
  }
  // match:  x + y == x    x ^ y == x    x - y == x
  // result: y == 0        y == 0        y == 0
  Expr left;
  if (op == Op::Add || op == Op::Xor) left = other_operand(t, a, b);
  if (op == Op::Sub && t.a(a) == b) left = t.b(a);
  if (!left) return false;
  a = left;
  b = t.make(0, t.width(left));
  return true;
}

// Both sides only move bits.
Expr equal_structure(Terms t, Expr a, Expr b) {
  if (t.extension(a) && t.is(b, t.op(a))) {
    // match:  ext(x) == ext(y), of one kind
    // result: ext(x) == ext(y), to the wider of x and y
    const Op op = t.op(a);
    const unsigned n = std::max(t.width(t.a(a)), t.width(t.a(b)));
    const Expr y = t.a(b), x = t.cast(op, t.a(a), n);
    return t.equal(x, t.cast(op, y, n));
  }
  if (t.is(a, Op::Concat) && t.is(b, Op::Concat) && t.width(t.a(a)) == t.width(t.a(b))) {
    // match:  concat(x, y) == concat(z, v), split at one place
    // result: x == z & y == v
    const Expr y = t.b(a), v = t.b(b), first = t.equal(t.a(a), t.a(b));
    return t.conjunction(first, t.equal(y, v));
  }
  for (const auto& [p, q] : {std::pair{a, b}, std::pair{b, a}}) {
    if (t.is(p, Op::Concat) && t.is(q, Op::ZExt) && t.width(t.a(q)) <= t.width(t.b(p))) {
      // match:  concat(x, y) == zext(z), z not wider than y
      // result: x == 0 & y == zext(z)
      const Expr y = t.b(p), z = t.a(q), first = t.equal(t.a(p), U128{0});
      return t.conjunction(first, t.equal(y, t.zext(z, t.width(y))));
    }
    if (t.is(p, Op::Ite) && (t.b(p) == q || t.c(p) == q)) {
      // match:  (c ? x : y) == x    (c ? x : y) == y
      // result: c | x == y          ~c | x == y
      const Expr c = t.b(p) == q ? t.a(p) : t.negate(t.a(p));
      return t.disjunction(c, t.equal(t.b(p), t.c(p)));
    }
  }
  return {};
}

}  // namespace

Expr simplify_equal(Terms t, Expr a, Expr b) {
  // match:  x == x    x == ~x
  // result: true      false
  if (a == b) return t.truth(true);
  if (t.complements(a, b)) return t.truth(false);
  if (t.width(a) == 1) return equal_truth(t, a, b);
  if (t.constant(b)) return equal_constant(t, a, t.value(b));
  if (const Expr e = simplify_overflow_check(t, a, b)) return e;
  Expr x = a, y = b;
  while (!t.constant(y) && !t.constant(x) && (cancel(t, x, y) || cancel(t, y, x))) {
  }
  if (x != a || y != b) return t.equal(x, y);
  if (const Expr e = simplify_equal_sums(t, a, b)) return e;
  return equal_structure(t, a, b);
}

}  // namespace forall::expr
