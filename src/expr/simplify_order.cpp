// Rules for Ult, Ule, Slt and Sle. A comparison with a constant is narrowed to what can still vary, decided where it is
// at or beyond the limits, and turned into an equality beside them; sign tests have one form, `x < 0` and `0 <= x`.
#include <algorithm>
#include <utility>

#include "expr/simplify.h"

namespace forall::expr {

namespace {

constexpr unsigned kAddressWidth = 64;

bool is_signed(Op op) { return op == Op::Slt || op == Op::Sle; }
Op make_unsigned(Op op) { return op == Op::Slt ? Op::Ult : op == Op::Sle ? Op::Ule : op; }

// A comparison of x with the constant k, on the side that `constant_first` says.
struct Bound {
  Terms t;
  Op op;
  Expr x;
  U128 k;
  bool constant_first;

  unsigned width() const { return t.width(x); }
  Expr with(Op o, Expr y, U128 value) {
    const Expr constant = t.make(value, t.width(y));
    return constant_first ? t.binary(o, constant, y) : t.binary(o, y, constant);
  }
  // The outcome where all values of x are below k (or above, if not).
  Expr decided(bool below) { return t.truth(below != constant_first); }
  bool holds_for(U128 v) const {
    return apply(op, 1, width(), constant_first ? k : v, constant_first ? v : k, 0, 0) != 0;
  }
};

// Offsets of elements in an object. In fewer bits, a product is one that the source has, and stays as it is written there.
bool is_of_addresses(const Bound& c) { return c.width() == kAddressWidth; }

// match:  concat(x, l) < concat(k, m), where l is constant
// result: x <= k, where l < m; else x < k    (and so for any kind of comparison)
Expr order_of_shifted(Bound& c) {
  const Expr x = c.t.a(c.x), low = c.t.b(c.x);
  const U128 l = c.t.value(low), m = c.k & mask(c.t.width(low));
  const bool holds_if_equal =
      c.constant_first ? (is_strict(c.op) ? m < l : m <= l) : (is_strict(c.op) ? l < m : l <= m);
  const Op strict = is_signed(c.op) ? Op::Slt : Op::Ult, other = is_signed(c.op) ? Op::Sle : Op::Ule;
  return c.with(holds_if_equal ? other : strict, x, c.k >> c.t.width(low));
}

// The comparison of an extension of x, without it.
Expr order_of_narrow(Bound& c, Op op, Expr x) {
  const bool is_shifted = c.t.is(x, Op::Concat) && c.t.constant(c.t.b(x)) && !c.t.is(c.t.a(x), Op::Extract);
  if (!is_of_addresses(c) || !is_shifted) return c.with(op, x, c.k);
  Bound narrow{c.t, op, x, c.k & mask(c.t.width(x)), c.constant_first};
  return order_of_shifted(narrow);
}

// match:  zext(x) < k, of any kind of comparison
// result: x < k, unsigned; true or false where k is no value of zext(x)
Expr order_of_zext(Bound& c) {
  const Expr x = c.t.a(c.x);
  if (is_signed(c.op) && sign_bit(c.k, c.width())) return c.decided(false);
  if (c.k > mask(c.t.width(x))) return c.decided(true);
  return order_of_narrow(c, make_unsigned(c.op), x);
}

// match:  sext(x) < k
// result: x < k; where k is no value of sext(x): true or false if signed, a test of the sign of x if unsigned
Expr order_of_sext(Bound& c) {
  const Expr x = c.t.a(c.x);
  const unsigned n = c.t.width(x);
  if (apply(Op::SExt, c.width(), n, c.k & mask(n), 0, 0, 0) == c.k) return order_of_narrow(c, c.op, x);
  if (is_signed(c.op)) return c.decided(!sign_bit(c.k, c.width()));
  const Expr zero = c.t.make(0, n);
  return c.constant_first ? c.t.binary(Op::Slt, x, zero) : c.t.binary(Op::Sle, zero, x);
}

U128 quotient(U128 k, U128 divisor, bool rounded_up) { return k / divisor + (rounded_up && k % divisor != 0 ? 1 : 0); }

// match:  x * m < k    x * m <= k    k < x * m    k <= x * m, where no product overflows, nor is negative if signed
// result: x < k/m      x <= k/m      k/m < x      k/m <= x, unsigned; the quotient is rounded up in the first and last
Expr order_of_product(Bound& c) {
  if (!is_of_addresses(c) || !c.t.with_constant(c.x, Op::Mul)) return {};
  const Expr x = c.t.a(c.x);
  const U128 m = c.t.value(c.t.b(c.x));
  if (m == 0 || c.t.most(x) > mask(c.width()) / m) return {};
  if (is_signed(c.op) && (!c.t.non_negative(c.x) || sign_bit(c.k, c.width()))) return {};
  return c.with(make_unsigned(c.op), x, quotient(c.k, m, is_strict(c.op) != c.constant_first));
}

// match:  sext(x) * m + d <= k, unsigned, where d < m and nothing overflows (d may be missing; or any other comparison)
// result: sext(x) <= (k - d) / m; false where k < d
Expr order_of_signed_offset(Bound& c) {
  if (!is_of_addresses(c) || is_signed(c.op)) return {};
  const bool has_rest = c.t.with_constant(c.x, Op::Add);
  const Expr product = has_rest ? c.t.a(c.x) : c.x;
  if (!c.t.with_constant(product, Op::Mul) || !c.t.is(c.t.a(product), Op::SExt)) return {};
  const Expr x = c.t.a(product);
  const U128 m = c.t.value(c.t.b(product)), d = has_rest ? c.t.value(c.t.b(c.x)) : 0;
  if (d >= m || c.t.width(c.t.a(x)) + bit_length(m) >= kAddressWidth || sign_bit(c.k, kAddressWidth)) return {};
  const bool is_below = is_strict(c.op) != c.constant_first;  // the limit is k - 1
  if (is_below && c.k == 0) return {};
  const U128 limit = is_below ? c.k - 1 : c.k;
  const Expr within = limit < d ? c.t.truth(false) : c.t.binary(Op::Ule, x, c.t.make((limit - d) / m, kAddressWidth));
  return c.constant_first ? c.t.negate(within) : within;
}

// match:  x + d < k, where no sum overflows, nor is negative if signed
// result: x < k - d, unsigned; true or false where k is below d
Expr order_of_sum(Bound& c) {
  if (!is_of_addresses(c) || !c.t.with_constant(c.x, Op::Add)) return {};
  const Expr x = c.t.a(c.x);
  const U128 d = c.t.value(c.t.b(c.x));
  if (c.t.most(x) > mask(c.width()) - d) return {};
  if (is_signed(c.op) && (!c.t.non_negative(c.x) || sign_bit(c.k, c.width()))) return {};
  return c.k < d ? c.decided(false) : c.with(make_unsigned(c.op), x, c.k - d);
}

Expr order_of_offset(Bound& c) {
  const Expr e = c.t.is(c.x, Op::Mul) ? order_of_product(c) : order_of_sum(c);
  return e ? e : order_of_signed_offset(c);
}

// match:  concat(x, y) < concat(k, 0)    concat(x, y) <= concat(k, ones)
// result: x < k                          x <= k
// match:  concat(k, ones) < concat(x, y)    concat(k, 0) <= concat(x, y)
// result: k < x                             k <= x
Expr order_of_concat(Bound& c) {
  const unsigned n = c.t.width(c.t.b(c.x));
  const U128 low = c.k & mask(n);
  const U128 wanted = is_strict(c.op) != c.constant_first ? 0 : mask(n);
  return low == wanted ? c.with(c.op, c.t.a(c.x), c.k >> n) : Expr{};
}

// match:  x < k, where all values up to the bound of x give one answer
// result: that answer
Expr order_of_bounded(Bound& c) {
  if (is_signed(c.op) && !c.t.non_negative(c.x)) return {};
  // The answer for 0 and for the greatest value is one for all between.
  return c.holds_for(0) == c.holds_for(c.t.most(c.x)) ? c.t.truth(c.holds_for(0)) : Expr{};
}

// Comparisons that hold for all, none, one, or all but one value of x.
Expr order_at_limit(Bound& c) {
  const unsigned w = c.width();
  const U128 sign = U128{1} << (w - 1), m = mask(w);
  const U128 lowest = is_signed(c.op) ? sign : 0, highest = is_signed(c.op) ? sign - 1 : m;
  const U128 first = lowest, second = (lowest + 1) & m, last = highest, before_last = (highest - 1) & m;
  // match:  x < min    max < x    min <= x    x <= max
  // result: false      false      true        true
  if (c.holds_for(first) == c.holds_for(last)) return c.t.truth(c.holds_for(first));
  // match:  x <= min    x < min + 1    min < x    min + 1 <= x
  // result: x == min    x == min       x != min   x != min
  if (c.holds_for(first) != c.holds_for(second)) {
    const Expr equal = c.t.equal(c.x, first);
    return c.holds_for(first) ? equal : c.t.negate(equal);
  }
  // match:  max <= x    max - 1 < x    x < max    x <= max - 1
  // result: x == max    x == max       x != max   x != max
  if (c.holds_for(last) != c.holds_for(before_last)) {
    const Expr equal = c.t.equal(c.x, last);
    return c.holds_for(last) ? equal : c.t.negate(equal);
  }
  return {};
}

// match:  x < 2^(w-1), unsigned    -1 < x, signed    (and the three forms with <=, and their opposites)
// result: 0 <= x, signed           0 <= x            (and x < 0)
Expr order_as_sign_test(Bound& c) {
  const unsigned w = c.width();
  const U128 sign = U128{1} << (w - 1), m = mask(w);
  const U128 first_negative = sign, last_positive = sign - 1;
  const Expr zero = c.t.make(0, w);
  if (is_signed(c.op)) {
    if (c.k != m || is_strict(c.op) != c.constant_first) return {};
    return c.constant_first ? c.t.binary(Op::Sle, zero, c.x) : c.t.binary(Op::Slt, c.x, zero);
  }
  const U128 wanted = is_strict(c.op) != c.constant_first ? first_negative : last_positive;
  if (c.k != wanted) return {};
  return c.constant_first ? c.t.binary(Op::Slt, c.x, zero) : c.t.binary(Op::Sle, zero, c.x);
}

// match:  (c ? k1 : x) < k, or with the branches or the sides exchanged
// result: c | x < k, where k1 < k; else ~c & x < k
Expr order_of_ite(Bound& c) {
  IteLevels levels(c.t);
  Expr x = c.x;
  while (c.t.is(x, Op::Ite) && (c.t.constant(c.t.b(x)) || c.t.constant(c.t.c(x)))) {
    const bool first = c.t.constant(c.t.b(x));
    const Expr condition = first ? c.t.a(x) : c.t.negate(c.t.a(x));
    levels.push(condition, c.holds_for(c.t.value(first ? c.t.b(x) : c.t.c(x))));
    x = first ? c.t.c(x) : c.t.b(x);
  }
  return levels.empty() ? Expr{} : levels.fold(c.with(c.op, x, c.k));
}

// match:  0 <= x & y     x & y < 0, where x and y are the signs of an overflow check
// result: the check      its negation
Expr order_of_signs(Bound& c) {
  if (c.k != 0 || !is_signed(c.op) || is_strict(c.op) == c.constant_first) return {};
  const Expr fits = simplify_sign_check(c.t, c.x);
  return fits && !c.constant_first ? c.t.negate(fits) : fits;
}

Expr simplify_bound(Bound c) {
  Expr e = order_of_bounded(c);
  if (e) return e;
  switch (c.t.op(c.x)) {
    case Op::ZExt: return order_of_zext(c);
    case Op::SExt: return order_of_sext(c);
    case Op::Concat: e = order_of_concat(c); break;
    case Op::Mul:
    case Op::Add: e = order_of_offset(c); break;
    case Op::Ite: e = order_of_ite(c); break;
    case Op::And: e = order_of_signs(c); break;
    // match:  ~x < k    k < ~x
    // result: ~k < x    x < ~k
    case Op::Not:
      return c.constant_first ? c.t.binary(c.op, c.t.a(c.x), c.t.make(~c.k, c.width()))
                              : c.t.binary(c.op, c.t.make(~c.k, c.width()), c.t.a(c.x));
    default: break;
  }
  if (e) return e;
  if ((e = order_at_limit(c))) return e;
  return order_as_sign_test(c);
}

// match:  p < q    p <= q, unsigned    p < q      p <= q, signed (where 1 is -1)
// result: ~p & q   ~p | q              p & ~q     p | ~q
Expr order_of_truths(Terms t, Op op, Expr a, Expr b) {
  const Expr x = is_signed(op) ? b : a, y = is_signed(op) ? a : b;
  return is_strict(op) ? t.conjunction(t.negate(x), y) : t.disjunction(t.negate(x), y);
}

// match:  x + k < x    x < x + k, unsigned, k not 0 (also <=)
// result: max - k < x  x <= max - k
Expr order_of_wrapping_sum(Terms t, Op op, Expr a, Expr b) {
  if (is_signed(op)) return {};
  if (t.with_constant(a, Op::Add) && t.a(a) == b) return t.binary(Op::Ult, t.negate(t.b(a)), b);
  if (t.with_constant(b, Op::Add) && t.a(b) == a) return t.binary(Op::Ule, a, t.negate(t.b(b)));
  return {};
}

// match:  x + j < x + k, where neither sum overflows, nor is negative if signed (j or k may be missing; also <=)
// result: j < k
Expr order_of_offsets(Terms t, Op op, Expr a, Expr b) {
  const auto offset = [&](Expr e) { return t.with_constant(e, Op::Add) ? t.value(t.b(e)) : U128{0}; };
  const auto base = [&](Expr e) { return t.with_constant(e, Op::Add) ? t.a(e) : e; };
  const Expr x = base(a);
  if (x != base(b)) return {};
  const U128 j = offset(a), k = offset(b), highest = mask(t.width(a)) >> (is_signed(op) ? 1 : 0);
  const U128 most = t.most(x);
  if (most > highest || std::max(j, k) > highest - most) return {};
  return t.truth(is_strict(op) ? j < k : j <= k);
}

}  // namespace

Expr simplify_order(Terms t, Op op, Expr a, Expr b) {
  // match:  x < x    x <= x
  // result: false    true
  if (a == b) return t.truth(!is_strict(op));
  if (t.width(a) == 1) return order_of_truths(t, op, a, b);
  if (t.constant(b)) return simplify_bound(Bound{t, op, a, t.value(b), false});
  if (t.constant(a)) return simplify_bound(Bound{t, op, b, t.value(a), true});
  if (t.extension(a) && t.is(b, t.op(a))) {
    // match:  zext(x) < zext(y)    sext(x) < sext(y)
    // result: zext(x) < zext(y), unsigned, or sext(x) < sext(y), to the wider of x and y
    const Op extension = t.op(a);
    const unsigned n = std::max(t.width(t.a(a)), t.width(t.a(b)));
    const Expr y = t.a(b), x = t.cast(extension, t.a(a), n);
    return t.binary(extension == Op::ZExt ? make_unsigned(op) : op, x, t.cast(extension, y, n));
  }
  // match:  ~x < ~y
  // result: y < x
  if (t.is(a, Op::Not) && t.is(b, Op::Not)) return t.binary(op, t.a(b), t.a(a));
  if (const Expr e = order_of_offsets(t, op, a, b)) return e;
  return order_of_wrapping_sum(t, op, a, b);
}

}  // namespace forall::expr
