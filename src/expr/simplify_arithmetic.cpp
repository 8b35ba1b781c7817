// Rules for Neg, Add, Sub, Mul and the divisions. Constants move outwards (`(x + k) + y` becomes `(x + y) + k`), where
// they meet and fold; a subtraction of a constant is an addition; divisions are narrowed and made unsigned where
// possible, because they are the most expensive circuits.
#include <algorithm>
#include <utility>

#include "expr/simplify.h"

namespace forall::expr {

Expr simplify_neg(Pool& pool, Expr a) {
  Terms t{pool};
  const unsigned w = t.width(a);
  switch (t.op(a)) {
    // match:  -(-x)
    // result: x
    case Op::Neg: return t.a(a);
    // match:  -(~x)
    // result: x + 1
    case Op::Not: return t.add(t.a(a), 1);
    // match:  -(x - y)
    // result: y - x
    case Op::Sub: return t.sub(t.b(a), t.a(a));
    // match:  -(x + k)
    // result: -k - x
    case Op::Add:
      if (t.constant(t.b(a))) return t.sub(t.make(U128{0} - t.value(t.b(a)), w), t.a(a));
      return {};
    // match:  -(x * k)
    // result: x * -k
    case Op::Mul:
      if (t.constant(t.b(a))) return t.binary(Op::Mul, t.a(a), t.make(U128{0} - t.value(t.b(a)), w));
      return {};
    // match:  -zext(p), p of width 1
    // result: sext(p)
    case Op::ZExt: return t.width(t.a(a)) == 1 ? t.sext(t.a(a), w) : Expr{};
    // match:  -sext(p), p of width 1
    // result: zext(p)
    case Op::SExt: return t.width(t.a(a)) == 1 ? t.zext(t.a(a), w) : Expr{};
    // match:  -(c ? k1 : k2)
    // result: c ? -k1 : -k2
    case Op::Ite:
      if (t.constant_ite(a)) {
        const Expr c = t.a(a), x = t.unary(Op::Neg, t.b(a));
        return t.ite(c, x, t.unary(Op::Neg, t.c(a)));
      }
      return {};
    default: return {};
  }
}

namespace {

// A term as x / k, unsigned; x itself is x / 1.
struct Quotient {
  Expr x;
  U128 k;
};
Quotient quotient(Terms t, Expr e) {
  if (t.with_constant(e, Op::UDiv) && !t.zero(t.b(e))) return {t.a(e), t.value(t.b(e))};
  return {e, 1};
}

// The digits of a number, put together again. All divisions are unsigned, and all products of constants fit the width
// of x. The digits may be extended, as they are where a text is read into a wider type.
Expr join_digits(Terms t, Expr a, Expr b) {
  if (!t.with_constant(a, Op::Mul)) return {};
  const unsigned wide = t.width(a);
  const U128 c = t.value(t.b(a));
  Expr high = t.a(a);
  if (t.is(b, Op::ZExt) && t.is(high, Op::ZExt)) {
    b = t.a(b);
    high = t.a(high);
  }
  const unsigned w = t.width(b);
  if (!t.with_constant(b, Op::URem) || t.width(high) != w || t.value(t.b(b)) != c || c < 2) return {};
  const Expr low = t.a(b);
  const Quotient part = quotient(t, low);
  if (part.k > mask(w) / c) return {};
  const auto is_next = [&](Expr e) {
    const Quotient q = quotient(t, e);
    return q.x == part.x && q.k == part.k * c;
  };
  const auto widened = [&](Expr e) { return w < wide ? t.zext(e, wide) : e; };
  // match:  x / (k * c) * c + x / k % c
  // result: x / k
  if (is_next(high)) return widened(low);
  // match:  x / (k * c) % m * c + x / k % c
  // result: x / k % (m * c)
  if (!t.with_constant(high, Op::URem) || !is_next(t.a(high))) return {};
  const U128 m = t.value(t.b(high));
  if (m == 0 || m > mask(w) / c) return {};
  return widened(t.binary(Op::URem, low, t.make(m * c, w)));
}

// The rules of Add that look at one operand first; they are tried in both orders.
Expr simplify_add_ordered(Terms t, Expr a, Expr b) {
  // match:  x + -y
  // result: x - y
  if (t.is(b, Op::Neg)) return t.sub(a, t.a(b));
  // match:  x + (y - x)
  // result: y
  if (t.is(b, Op::Sub) && t.b(b) == a) return t.a(b);
  // match:  x + (k - y)
  // result: (x - y) + k
  if (t.is(b, Op::Sub) && t.constant(t.a(b)) && !t.constant(a)) {
    const Expr k = t.a(b);
    return t.add(t.sub(a, t.b(b)), k);
  }
  // match:  x + (y + k), x not constant
  // result: (x + y) + k
  if (t.with_constant(b, Op::Add) && !t.constant(a)) {
    const Expr k = t.b(b);
    return t.add(t.add(a, t.a(b)), k);
  }
  // match:  x / y * y + x % y, both signed or both unsigned
  // result: x
  const bool is_signed = t.is(b, Op::SRem);
  if (t.is(a, Op::Mul) && (is_signed || t.is(b, Op::URem))) {
    const Expr x = t.a(b), y = t.b(b);
    const auto is_quotient = [&](Expr q) {
      return t.is(q, is_signed ? Op::SDiv : Op::UDiv) && t.a(q) == x && t.b(q) == y;
    };
    if ((t.b(a) == y && is_quotient(t.a(a))) || (t.a(a) == y && is_quotient(t.b(a)))) return x;
  }
  if (const Expr e = join_digits(t, a, b)) return e;
  // match:  concat(x, 0) + zext(y), y not wider than the zeros
  // result: concat(x, zext(y))
  if (t.is(a, Op::Concat) && t.zero(t.b(a)) && t.is(b, Op::ZExt) && t.width(t.a(b)) <= t.width(t.b(a))) {
    return t.concat(t.a(a), t.zext(t.a(b), t.width(t.b(a))));
  }
  return {};
}

}  // namespace

Expr simplify_add(Terms t, Expr a, Expr b) {
  const unsigned w = t.width(a);
  if (t.constant(b)) {
    const U128 k = t.value(b);
    // match:  x + 0
    // result: x
    if (k == 0) return a;
    // match:  (x + k1) + k2
    // result: x + (k1 + k2)
    if (t.with_constant(a, Op::Add)) return t.add(t.a(a), t.value(t.b(a)) + k);
    // match:  (k1 - x) + k2
    // result: (k1 + k2) - x
    if (t.is(a, Op::Sub) && t.constant(t.a(a))) return t.sub(t.make(t.value(t.a(a)) + k, w), t.b(a));
    // match:  ~x + k
    // result: (k - 1) - x
    if (t.is(a, Op::Not)) return t.sub(t.make(k - 1, w), t.a(a));
    return {};
  }
  // match:  x + ~x
  // result: all ones
  if (t.complements(a, b)) return t.make(mask(w), w);
  // match:  x + x
  // result: x << 1
  if (a == b) return t.binary(Op::Shl, a, t.make(1, w));
  if (const Expr e = simplify_add_ordered(t, a, b)) return e;
  return simplify_add_ordered(t, b, a);
}

Expr simplify_sub(Terms t, Expr a, Expr b) {
  const unsigned w = t.width(a);
  // match:  x - x
  // result: 0
  if (a == b) return t.make(0, w);
  // match:  x - k
  // result: x + -k
  if (t.constant(b)) return t.add(a, U128{0} - t.value(b));
  if (t.constant(a)) {
    const U128 k = t.value(a);
    // match:  0 - x
    // result: -x
    if (k == 0) return t.unary(Op::Neg, b);
    // match:  -1 - x
    // result: ~x
    if (k == mask(w)) return t.negate(b);
    // match:  k1 - (x + k2)
    // result: (k1 - k2) - x
    if (t.with_constant(b, Op::Add)) return t.sub(t.make(k - t.value(t.b(b)), w), t.a(b));
    // match:  k1 - (k2 - x)
    // result: x + (k1 - k2)
    if (t.is(b, Op::Sub) && t.constant(t.a(b))) return t.add(t.b(b), k - t.value(t.a(b)));
    // match:  k - ~x
    // result: x + (k + 1)
    if (t.is(b, Op::Not)) return t.add(t.a(b), k + 1);
  }
  // match:  x - -y
  // result: x + y
  if (t.is(b, Op::Neg)) return t.add(a, t.a(b));
  // match:  (x + y) - x  or  (x + y) - y
  // result: y  or  x
  if (t.is(a, Op::Add) && t.a(a) == b) return t.b(a);
  if (t.is(a, Op::Add) && t.b(a) == b) return t.a(a);
  // match:  x - (x + y)  or  x - (y + x)
  // result: -y
  if (t.is(b, Op::Add) && t.a(b) == a) return t.unary(Op::Neg, t.b(b));
  if (t.is(b, Op::Add) && t.b(b) == a) return t.unary(Op::Neg, t.a(b));
  // match:  x - (x - y)
  // result: y
  if (t.is(b, Op::Sub) && t.a(b) == a) return t.b(b);
  // match:  (x - y) - x
  // result: -y
  if (t.is(a, Op::Sub) && t.a(a) == b) return t.unary(Op::Neg, t.b(a));
  // match:  (x + k) - y, y not constant
  // result: (x - y) + k
  if (t.with_constant(a, Op::Add)) {
    const Expr k = t.b(a);
    return t.add(t.sub(t.a(a), b), k);
  }
  // match:  x - (y + k), x not constant
  // result: (x - y) + -k
  if (t.with_constant(b, Op::Add)) {
    const U128 k = t.value(t.b(b));
    return t.add(t.sub(a, t.a(b)), U128{0} - k);
  }
  return {};
}

Expr simplify_mul(Terms t, Expr a, Expr b) {
  const unsigned w = t.width(a);
  if (t.constant(b)) {
    const U128 k = t.value(b);
    // match:  x * 0
    // result: 0
    if (k == 0) return b;
    // match:  x * 1
    // result: x
    if (k == 1) return a;
    // match:  x * -1
    // result: -x
    if (k == mask(w)) return t.unary(Op::Neg, a);
    // match:  (x * k1) * k2
    // result: x * (k1 * k2)
    if (t.with_constant(a, Op::Mul)) return t.binary(Op::Mul, t.a(a), t.make(t.value(t.b(a)) * k, w));
    // match:  -x * k
    // result: x * -k
    if (t.is(a, Op::Neg)) return t.binary(Op::Mul, t.a(a), t.make(U128{0} - k, w));
    return {};
  }
  // match:  -x * -y
  // result: x * y
  if (t.is(a, Op::Neg) && t.is(b, Op::Neg)) return t.binary(Op::Mul, t.a(a), t.a(b));
  // match:  (x * k) * y, y not constant
  // result: (x * y) * k
  for (const auto& [x, y] : {std::pair{a, b}, std::pair{b, a}}) {
    if (!t.with_constant(x, Op::Mul)) continue;
    const Expr k = t.b(x);
    return t.binary(Op::Mul, t.binary(Op::Mul, t.a(x), y), k);
  }
  return {};
}

namespace {

constexpr bool is_power_of_two(U128 k) { return k != 0 && (k & (k - 1)) == 0; }

constexpr unsigned log2(U128 k) {
  unsigned n = 0;
  while ((k >>= 1) != 0) ++n;
  return n;
}

// An extension of x with a constant divisor that fits x: the operation can be done in the width of x. The quotient
// min / -1 does not fit, and x / 0 depends on the width, so -1 and 0 as divisors stay wide.
Expr narrow_division(Terms t, Op op, Expr a, Expr b) {
  if (!t.extension(a) || !t.constant(b) || t.zero(b) || t.ones(b)) return {};
  const bool is_signed = op == Op::SDiv || op == Op::SRem;
  if (is_signed != t.is(a, Op::SExt)) return {};
  const Expr x = t.a(a);
  const unsigned narrow = t.width(x), w = t.width(a);
  const Expr k = t.extract(b, 0, narrow);
  if (t.cast(t.op(a), k, w) != b) return {};
  const Op extension = t.op(a);
  return t.cast(extension, t.binary(op, x, k), w);
}

}  // namespace

Expr simplify_division(Terms t, Op op, Expr a, Expr b) {
  const unsigned w = t.width(a);
  const bool is_quotient = op == Op::UDiv || op == Op::SDiv;
  const bool is_signed = op == Op::SDiv || op == Op::SRem;
  // match:  x / 1
  // result: x
  // match:  x % 1
  // result: 0
  // (Not for a signed division of width 1, where 1 is -1.)
  if (t.one(b) && !(is_signed && w == 1)) return is_quotient ? a : t.make(0, w);
  // match:  x % x  or  0 % x
  // result: 0
  if (!is_quotient && (a == b || t.zero(a))) return t.make(0, w);
  // match:  x % 0
  // result: x
  if (!is_quotient && t.zero(b)) return a;
  // match:  x / 0, unsigned
  // result: all ones
  if (op == Op::UDiv && t.zero(b)) return t.make(mask(w), w);
  if (is_signed && t.ones(b)) {
    // match:  x / -1, signed
    // result: -x
    // match:  x % -1, signed
    // result: 0
    return is_quotient ? t.unary(Op::Neg, a) : t.make(0, w);
  }
  // match:  x / y, signed, both known not to be negative (so is x % y)
  // result: x / y, unsigned
  if (is_signed && t.non_negative(a) && t.non_negative(b)) {
    return t.binary(is_quotient ? Op::UDiv : Op::URem, a, b);
  }
  if (!is_signed && t.constant(b) && is_power_of_two(t.value(b))) {
    const unsigned n = log2(t.value(b));
    // match:  x / 2^n, unsigned
    // result: x >> n
    // match:  x % 2^n, unsigned
    // result: zext(extract(x, 0, n))
    if (is_quotient) return t.binary(Op::LShr, a, t.make(n, w));
    return t.zext(t.extract(a, 0, n), w);
  }
  // match:  zext(x) / k, unsigned, k > all values of x
  // result: 0
  // match:  zext(x) % k, unsigned, k > all values of x
  // result: zext(x)
  if (!is_signed && t.is(a, Op::ZExt) && t.constant(b) && t.value(b) > mask(t.width(t.a(a)))) {
    return is_quotient ? t.make(0, w) : a;
  }
  if (!is_signed && t.constant(b) && t.with_constant(a, Op::UDiv) && !t.zero(t.b(a))) {
    const U128 k = t.value(t.b(a)), m = t.value(b);
    // match:  x / k / m, unsigned, k and m not 0
    // result: x / (k * m), or 0 if the product does not fit
    if (is_quotient) return k > mask(w) / m ? t.make(0, w) : t.binary(Op::UDiv, t.a(a), t.make(k * m, w));
    // match:  x / k % m, unsigned, m > all values of x / k
    // result: x / k
    if (mask(w) / k < m) return a;
  }
  // match:  zext(x) / zext(k), unsigned, k not 0 (so is %)      sext(x) / sext(k), signed, k not 0 or -1 (so is %)
  // result: zext(x / k)                                         sext(x / k)
  if (const Expr e = narrow_division(t, op, a, b)) return e;
  // match:  zext(x) % zext(y), unsigned, x and y of one width
  // result: zext(x % y)
  if (op == Op::URem && t.is(a, Op::ZExt) && t.is(b, Op::ZExt) && t.width(t.a(a)) == t.width(t.a(b))) {
    return t.zext(t.binary(Op::URem, t.a(a), t.a(b)), w);
  }
  return {};
}

}  // namespace forall::expr
