// Overflow checks with a constant operand, or with operands too narrow to overflow. The runtime writes them in these
// forms:
//
//   exact == wrapped   the exact result, computed in more bits than the operation has, is the wrapped result extended
//                      to as many:  exact = ext(x) op ext(y), wrapped = ext(extract(exact, 0, n))
//   signs              0 <= (x ^ s) & (y ^ s), s = x + y;   0 <= (x ^ y) & (x ^ d), d = x - y
//   high half          extract(zext(x) * zext(y), n, n) == 0
//
// With a constant operand each is a range of the other one; with narrow operands each always holds. (`check of x op y`
// stands for any of the forms that op has, each saying that x op y does not overflow.)
#include <algorithm>
#include <utility>

#include "expr/simplify.h"

namespace forall::expr {

namespace {

// How many bits a value certainly fits in: as a signed number, or as an unsigned one; 0 if not known.
unsigned bits_needed(Terms t, Expr e, bool is_signed) {
  const unsigned w = t.width(e), sign = is_signed ? 1 : 0;
  if (t.constant(e) && is_signed && sign_bit(t.value(e), w)) return bit_length(~t.value(e) & mask(w)) + 1;
  const unsigned bits = bit_length(t.most(e)) + sign;
  if (bits < w || t.constant(e)) return std::max(bits, 1u);
  return t.is(e, Op::SExt) && is_signed ? t.width(t.a(e)) : 0;
}

// match:  check of x + y, x - y (signed) or x * y, where the exact result fits n bits
// result: true
bool never_overflows(Terms t, Expr exact, unsigned n, bool is_signed) {
  const Op op = t.op(exact);
  if (op == Op::Neg) {
    const unsigned x = is_signed ? bits_needed(t, t.a(exact), true) : 0;
    return x != 0 && x + 1 <= n;
  }
  if (op == Op::Sub && !is_signed) return false;
  const unsigned x = bits_needed(t, t.a(exact), is_signed), y = bits_needed(t, t.b(exact), is_signed);
  if (x == 0 || y == 0) return false;
  const unsigned needed = op == Op::Mul ? x + y : std::max(x, y) + 1;
  return needed <= n && needed <= t.width(exact);
}

// lowest <= x <= highest as signed numbers, where that says something about an x of n bits.
Expr in_range(Terms t, Expr x, S128 lowest, S128 highest) {
  const unsigned n = t.width(x);
  const S128 max = static_cast<S128>(mask(n) >> 1), min = -max - 1;
  Expr e = t.truth(true);
  if (lowest > min) e = t.binary(Op::Sle, t.make(static_cast<U128>(lowest), n), x);
  if (highest < max) e = t.conjunction(e, t.binary(Op::Sle, x, t.make(static_cast<U128>(highest), n)));
  return e;
}

// Signed; x of n bits, k a constant that fits n bits.
Expr signed_range(Terms t, Op op, Expr x, S128 k, bool constant_first) {
  const S128 max = static_cast<S128>(mask(t.width(x)) >> 1), min = -max - 1;
  switch (op) {
    // match:  check of x + k
    // result: x <= max - k, or min - k <= x
    case Op::Add: return in_range(t, x, min - k, max - k);
    // match:  check of k - x
    // result: k - max <= x, or x <= k - min
    case Op::Sub: return constant_first ? in_range(t, x, k - max, k - min) : Expr{};
    // match:  check of x * k, k not 0, 1 or -1
    // result: min / k <= x & x <= max / k, rounded inwards
    case Op::Mul: return k > 0 ? in_range(t, x, min / k, max / k) : in_range(t, x, max / k, min / k);
    default: return {};
  }
}

// Unsigned; x of n bits, k a constant of the exact width w.
Expr unsigned_range(Terms t, Op op, Expr x, U128 k, unsigned w, bool constant_first) {
  const unsigned n = t.width(x);
  const U128 max = mask(n);
  const bool fits = k <= max;
  switch (op) {
    // match:  check of x + k              check of x + -k (x - k)
    // result: x <= max - k                k <= x
    case Op::Add: {
      if (fits) return t.binary(Op::Ule, x, t.make(max - k, n));
      const U128 negated = (U128{0} - k) & mask(w);
      return negated <= max ? t.binary(Op::Ule, t.make(negated, n), x) : Expr{};
    }
    // match:  check of k - x
    // result: x <= k
    case Op::Sub: return fits && constant_first ? t.binary(Op::Ule, x, t.make(k, n)) : Expr{};
    // match:  check of x * k, k not 0
    // result: x <= max / k
    case Op::Mul: return fits && k != 0 ? t.binary(Op::Ule, x, t.make(max / k, n)) : Expr{};
    default: return {};
  }
}

Expr check_exact(Terms t, Expr wrapped, Expr exact) {
  if (!t.extension(wrapped)) return {};
  const Op op = t.op(exact);
  if (op != Op::Add && op != Op::Sub && op != Op::Mul && op != Op::Neg) return {};
  const Op extension = t.op(wrapped);
  const bool is_signed = extension == Op::SExt;
  const unsigned n = t.width(t.a(wrapped)), w = t.width(wrapped);
  if (n == 1 || n > 64 || t.extract(exact, 0, n) != t.a(wrapped)) return {};
  if (never_overflows(t, exact, n, is_signed)) return t.truth(true);
  const bool constant_first = op != Op::Neg && t.constant(t.a(exact));
  const Expr operand = constant_first ? t.b(exact) : t.a(exact);
  if (!t.is(operand, extension) || t.width(t.a(operand)) != n) return {};
  const Expr x = t.a(operand);
  // match:  check of -x, signed
  // result: x != min
  if (op == Op::Neg) return is_signed ? t.negate(t.equal(x, U128{1} << (n - 1))) : Expr{};
  const Expr constant = constant_first ? t.a(exact) : t.b(exact);
  if (!t.constant(constant) || (op == Op::Mul && w < 2 * n)) return {};
  const U128 k = t.value(constant);
  if (!is_signed) return unsigned_range(t, op, x, k, w, constant_first);
  if (bits_needed(t, constant, true) > n) return {};
  return signed_range(t, op, x, to_signed(k, w), constant_first);
}

// e as x ^ y. ~x is x ^ -1, and -x is ~(x - 1).
struct Pair {
  Expr x, y;
  explicit operator bool() const { return static_cast<bool>(x); }
};
Pair xor_operands(Terms t, Expr e) {
  const unsigned w = t.width(e);
  switch (t.op(e)) {
    case Op::Xor: return {t.a(e), t.b(e)};
    case Op::Not: return {t.a(e), t.make(mask(w), w)};
    case Op::Neg: return {t.add(t.a(e), mask(w)), t.make(mask(w), w)};
    default: return {};
  }
}

// x + y (or x - y) does not overflow, for operands that make this simple.
Expr signed_check(Terms t, Op op, Expr x, Expr y) {
  const unsigned n = t.width(x), p = bits_needed(t, x, true), q = bits_needed(t, y, true);
  if (p != 0 && q != 0 && std::max(p, q) + 1 <= n) return t.truth(true);
  const S128 max = static_cast<S128>(mask(n) >> 1), min = -max - 1;
  // match:  check of x - k
  // result: min + k <= x, or x <= max + k
  if (op == Op::Sub && t.constant(y)) {
    const S128 k = to_signed(t.value(y), n);
    return in_range(t, x, min + k, max + k);
  }
  if (t.constant(y)) return signed_range(t, op, x, to_signed(t.value(y), n), false);
  if (t.constant(x)) return signed_range(t, op, y, to_signed(t.value(x), n), true);
  return {};
}

}  // namespace

Expr simplify_sign_check(Terms t, Expr conjunction) {
  if (!t.is(conjunction, Op::And) || t.width(conjunction) == 1 || t.width(conjunction) > 64) return {};
  // match:  check of 0 - x, which is 0 <= x & -x
  // result: x != min
  for (const auto& [x, y] :
       {std::pair{t.a(conjunction), t.b(conjunction)}, std::pair{t.b(conjunction), t.a(conjunction)}}) {
    if (t.is(y, Op::Neg) && t.a(y) == x) return t.negate(t.equal(x, U128{1} << (t.width(x) - 1)));
  }
  const Pair p = xor_operands(t, t.a(conjunction)), q = p ? xor_operands(t, t.b(conjunction)) : Pair{};
  if (!q) return {};
  for (const auto& [shared, u] : {std::pair{p.x, p.y}, std::pair{p.y, p.x}}) {
    if (shared != q.x && shared != q.y) continue;
    const Expr v = shared == q.x ? q.y : q.x;
    // x - y = d and y + d = x have one check. The result is the one of the three that was made last; constants are
    // operands.
    const auto before = [&](Expr x, Expr y) { return t.constant(x) || (!t.constant(y) && x < y); };
    Expr e;
    if (before(u, shared) && before(v, shared)) {
      if (t.add(u, v) == shared) e = signed_check(t, Op::Add, u, v);
    } else {
      const Expr y = before(u, v) ? u : v, result = before(u, v) ? v : u;
      if (t.sub(shared, y) == result) e = signed_check(t, Op::Sub, shared, y);
    }
    if (e) return e;
  }
  return {};
}

Expr simplify_high_half_check(Terms t, Expr high) {
  if (!t.is(high, Op::Extract) || !t.is(t.a(high), Op::Mul)) return {};
  const Expr product = t.a(high);
  const unsigned n = t.low(high), w = t.width(product);
  if (n + t.width(high) != w) return {};
  // match:  check of x * y, unsigned, where the product fits n bits
  // result: true
  const unsigned x = bits_needed(t, t.a(product), false), y = bits_needed(t, t.b(product), false);
  if (x == 0 || y == 0 || x + y > w) return {};
  if (x + y <= n) return t.truth(true);
  // match:  check of x * k, unsigned, k not 0
  // result: x <= (2^n - 1) / k
  if (!t.constant(t.b(product)) || !t.is(t.a(product), Op::ZExt)) return {};
  return t.binary(Op::Ule, t.a(product), t.make(mask(n) / t.value(t.b(product)), w));
}

Expr simplify_overflow_check(Terms t, Expr a, Expr b) {
  if (const Expr e = check_exact(t, a, b)) return e;
  return check_exact(t, b, a);
}

}  // namespace forall::expr
