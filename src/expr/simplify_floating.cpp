// Floating point.
//
// Operators return one NaN, inputs may have any; so "the number x itself" is written `x ? NaN-made-canonical`, which is
// an if-then-else that the operators look through again. Below, quiet(x) is isnan(x) ? nan : x. In the 80-bit format
// one number has several patterns, so there quiet(x) is only for the results of operators.
#include <algorithm>

#include "expr/floating.h"
#include "expr/simplify.h"

namespace forall::expr {

namespace {

class Rules {
 public:
  Rules(Pool& pool, Op op, unsigned width, unsigned parameter, Expr a, Expr b, Expr c)
      : t_{pool}, op_(op), width_(width), parameter_(parameter), a_(a), b_(b), c_(c), from_(pool.width(a)) {}

  Expr apply() {
    if (const Expr e = look_through()) return e;
    if (const Expr e = distribute()) return e;
    switch (op_) {
      case Op::FEq:
      case Op::FLt:
      case Op::FLe: return comparison();
      case Op::FIsNan: return is_nan_of(a_);
      case Op::FCast: return cast();
      case Op::FRound: return round();
      case Op::FToS:
      case Op::FToU: return truncation();
      case Op::FAdd:
      case Op::FSub:
      case Op::FMul:
      case Op::FDiv: return arithmetic();
      default: return {};
    }
  }

 private:
  Expr look_through();
  Expr distribute();
  Expr comparison();
  Expr comparison_with_constant();
  Expr compare_integer(Expr integer_side, U128 k, bool constant_first);
  Expr is_nan_of(Expr x);
  Expr cast();
  Expr round();
  Expr truncation();
  Expr arithmetic();

  Expr make(Op op, Expr x, Expr y = {}) { return t_.pool.floating(op, 1, 0, x, y); }
  Expr constant(U128 v, unsigned w) { return t_.make(v, w); }
  Expr is_number(Expr x) { return t_.negate(make(Op::FIsNan, x)); }
  U128 computed(Op op, unsigned w, unsigned from, U128 x, U128 y = 0, unsigned parameter = 0) {
    return apply_floating(op, w, from, x, y, 0, parameter);
  }
  U128 number(std::uint64_t n) { return computed(Op::UToF, from_, 64, n); }
  bool is(Expr e, U128 v) const { return t_.is_value(e, v); }
  bool finite(U128 k) const { return computed_less(k & ~sign_of_float(from_), infinity_of(from_, false)); }
  bool computed_less(U128 x, U128 y) const { return apply_floating(Op::FLt, 1, from_, x, y, 0, 0) != 0; }

  bool negated(Expr e) const { return t_.with_constant(e, Op::Xor) && is(t_.b(e), sign_of_float(from_)); }
  // The number that e is the absolute value of: all its bits but the sign, extended by a zero.
  Expr without_sign(Expr e) const {
    if (!t_.is(e, Op::ZExt) || !t_.is(t_.a(e), Op::Extract)) return {};
    const Expr bits = t_.a(e), x = t_.a(bits);
    return t_.low(bits) == 0 && t_.width(bits) + 1 == from_ && t_.width(x) == from_ ? x : Expr{};
  }
  bool from_integer(Expr e) const { return t_.is(e, Op::SToF) || t_.is(e, Op::UToF); }
  // Every integer of the operand's width is a number of the format.
  bool exact_integer(Expr e) const {
    if (!from_integer(e)) return false;
    const Format f = format_of(t_.width(e));
    const unsigned digits = t_.width(t_.a(e)) - (t_.is(e, Op::SToF) ? 1 : 0);
    return digits <= f.fraction + 1 && digits <= static_cast<unsigned>(f.bias());
  }
  bool widened(Expr e) const { return t_.is(e, Op::FCast) && contains(t_.width(e), t_.width(t_.a(e))); }

  Expr quiet(Expr x) {
    if (gives_float(t_.op(x))) return x;
    if (t_.width(x) == 80) return {};
    return t_.ite(make(Op::FIsNan, x), constant(nan_of(t_.width(x)), t_.width(x)), x);
  }

  Terms t_;
  Op op_;
  unsigned width_, parameter_;
  Expr a_, b_, c_;
  unsigned from_;  // width of the operands
};

// match:  op(quiet(x), ...)     result: op(x, ...)
Expr Rules::look_through() {
  if (!takes_floats(op_)) return {};
  const auto inner = [&](Expr e) {
    if (!e || !t_.is(e, Op::Ite) || !t_.is(t_.a(e), Op::FIsNan)) return e;
    return t_.a(t_.a(e)) == t_.c(e) && is(t_.b(e), nan_of(from_)) ? t_.c(e) : e;
  };
  const Expr a = inner(a_), b = inner(b_), c = inner(c_);
  return a == a_ && b == b_ && c == c_ ? Expr{} : t_.pool.floating(op_, width_, parameter_, a, b, c);
}

// match:  op(p ? k1 : k2, k)     result: p ? op(k1, k) : op(k2, k)
Expr Rules::distribute() {
  if (c_) return {};
  const bool first = t_.constant_ite(a_) && (!b_ || t_.constant(b_));
  if (!first && !(b_ && t_.constant(a_) && t_.constant_ite(b_))) return {};
  const Expr choice = first ? a_ : b_, p = t_.a(choice), x = t_.b(choice), y = t_.c(choice);
  const auto with = [&](Expr k) { return t_.pool.floating(op_, width_, parameter_, first ? k : a_, first ? b_ : k); };
  const Expr yes = with(x);
  return t_.ite(p, yes, with(y));
}

Expr Rules::comparison() {
  // match:  x == x, x <= x     result: !isnan(x)          match:  x < x     result: false
  if (a_ == b_) return op_ == Op::FLt ? t_.truth(false) : is_number(a_);
  // match:  -x op -y           result: y op x
  if (negated(a_) && negated(b_)) return make(op_, t_.a(b_), t_.a(a_));
  // match:  (wide)x op (wide)y       result: x op y
  if (widened(a_) && widened(b_) && t_.width(t_.a(a_)) == t_.width(t_.a(b_))) return make(op_, t_.a(a_), t_.a(b_));
  // match:  (float)i op (float)j, both exact       result: i op j
  if (exact_integer(a_) && t_.is(b_, t_.op(a_)) && t_.width(t_.a(a_)) == t_.width(t_.a(b_))) {
    const bool is_signed = t_.is(a_, Op::SToF);
    const Op op = op_ == Op::FEq   ? Op::Eq
                  : op_ == Op::FLt ? (is_signed ? Op::Slt : Op::Ult)
                                   : (is_signed ? Op::Sle : Op::Ule);
    return t_.binary(op, t_.a(a_), t_.a(b_));
  }
  return t_.constant(a_) || t_.constant(b_) ? comparison_with_constant() : Expr{};
}

Expr Rules::comparison_with_constant() {
  const bool constant_first = t_.constant(a_);
  const U128 k = t_.value(constant_first ? a_ : b_);
  const Expr x = constant_first ? b_ : a_;
  // match:  x op nan           result: false
  if (is_nan(k, from_)) return t_.truth(false);
  // match:  x < -inf, inf < x  result: false              match:  x <= inf, -inf <= x     result: !isnan(x)
  if (op_ == Op::FLt && k == infinity_of(from_, !constant_first)) return t_.truth(false);
  if (op_ == Op::FLe && k == infinity_of(from_, constant_first)) return is_number(x);
  // match:  -x op k            result: -k op x
  if (negated(x)) {
    const Expr opposite = constant(k ^ sign_of_float(from_), from_);
    return constant_first ? make(op_, t_.a(x), opposite) : make(op_, opposite, t_.a(x));
  }
  if (exact_integer(x)) return compare_integer(t_.a(x), k, constant_first);
  if (!widened(x)) return {};
  // match:  (wide)x op k       result: x op k, where k is a number of the narrow format; else x and its neighbour there
  const unsigned narrow = t_.width(t_.a(x));
  const U128 near = computed(Op::FCast, narrow, from_, k), back = computed(Op::FCast, from_, narrow, near);
  const bool exact = computed(Op::FEq, 1, from_, back, k) != 0;
  if (!exact && op_ == Op::FEq) return t_.truth(false);
  if (!exact && narrow == 80) return {};
  const U128 sign = sign_of_float(narrow);
  U128 bound = near;
  if (!exact && computed_less(back, k) == constant_first) {  // one unit towards k and beyond
    const bool up = constant_first, negative = (near & sign) != 0;
    if ((near & ~sign) == 0) {
      bound = (up ? U128{0} : sign) | 1;
    } else {
      bound = up == negative ? near - 1 : near + 1;
    }
  }
  const Op op = exact ? op_ : Op::FLe;
  const Expr limit = constant(bound, narrow);
  return constant_first ? make(op, limit, t_.a(x)) : make(op, t_.a(x), limit);
}

// match:  (float)i op k, exact       result: i op k rounded to the integer that decides it
Expr Rules::compare_integer(Expr i, U128 k, bool constant_first) {
  const bool is_signed = t_.is(constant_first ? b_ : a_, Op::SToF);
  const unsigned n = t_.width(i);
  // x < k and k <= x go by the integer above, the others by that below.
  const auto rounded = [&](abi::Rounding how) {
    const U128 whole = computed(Op::FRound, from_, from_, k, 0, static_cast<unsigned>(how));
    return static_cast<S128>(computed(Op::FToS, 128, from_, whole));
  };
  const S128 above = rounded(abi::Rounding::Up), below = rounded(abi::Rounding::Down);
  if (op_ == Op::FEq && above != below) return t_.truth(false);
  const S128 limit = (op_ == Op::FLt) != constant_first ? above : below;
  const S128 least = is_signed ? -(S128{1} << (n - 1)) : 0, most = is_signed ? -(least + 1) : (S128{1} << n) - 1;
  const bool beneath = limit<least, over = limit> most;
  if (op_ == Op::FEq) {
    return beneath || over ? t_.truth(false) : t_.equal(i, static_cast<U128>(limit));
  }
  if (beneath) return t_.truth(constant_first);
  if (over) return t_.truth(!constant_first);
  const Expr bound = constant(static_cast<U128>(limit), n);
  const Op op = op_ == Op::FLt ? (is_signed ? Op::Slt : Op::Ult) : (is_signed ? Op::Sle : Op::Ule);
  return constant_first ? t_.binary(op, bound, i) : t_.binary(op, i, bound);
}

Expr Rules::is_nan_of(Expr x) {
  // match:  isnan((float)i)    result: false
  if (from_integer(x)) return t_.truth(false);
  // match:  isnan((format)x), isnan(round(x)), isnan(-x), isnan(fabs(x))     result: isnan(x)
  if (t_.is(x, Op::FCast) || t_.is(x, Op::FRound) || negated(x)) return make(Op::FIsNan, t_.a(x));
  if (const Expr signed_x = without_sign(x)) return make(Op::FIsNan, signed_x);
  // match:  isnan(p ? k : x)   result: p ? isnan(k) : isnan(x)
  if (t_.is(x, Op::Ite) && (t_.constant(t_.b(x)) || t_.constant(t_.c(x)))) {
    const Expr p = t_.a(x), yes = t_.b(x), no = t_.c(x), first = make(Op::FIsNan, yes);
    return t_.ite(p, first, make(Op::FIsNan, no));
  }
  // match:  isnan(sqrt(x))     result: isnan(x) || x < 0
  if (t_.is(x, Op::FSqrt)) {
    const Expr inner = t_.a(x), nan = make(Op::FIsNan, inner);
    return t_.disjunction(nan, make(Op::FLt, inner, constant(0, from_)));
  }
  // match:  isnan(x + k), isnan(x - k), isnan(x * k), isnan(x / k), k finite and for the last two not 0
  // result: isnan(x)
  const bool sum = t_.is(x, Op::FAdd) || t_.is(x, Op::FSub), product = t_.is(x, Op::FMul) || t_.is(x, Op::FDiv);
  if ((sum || product) && t_.constant(t_.b(x))) {
    const U128 k = t_.value(t_.b(x));
    const bool zero = apply_floating(Op::FEq, 1, from_, k, 0, 0, 0) != 0;
    if (finite(k) && (sum || !zero)) return make(Op::FIsNan, t_.a(x));
  }
  return {};
}

Expr Rules::cast() {
  // match:  (T)x, x of type T          result: quiet(x)
  if (width_ == from_) return quiet(a_);
  // match:  (T)(wide)x                 result: (T)x, quiet(x) if it is of type T
  if (widened(a_)) {
    const Expr x = t_.a(a_);
    return t_.width(x) == width_ ? quiet(x) : t_.pool.floating(Op::FCast, width_, 0, x);
  }
  // match:  (T)(U)i, i exact in U      result: (T)i
  if (exact_integer(a_)) return t_.pool.floating(t_.op(a_), width_, 0, t_.a(a_));
  return {};
}

// match:  round((float)i), round(round(x))       result: (float)i, round(x)
Expr Rules::round() { return from_integer(a_) || t_.is(a_, Op::FRound) ? a_ : Expr{}; }

Expr Rules::truncation() {
  // match:  (int)(wide)x, (int)trunc(x)          result: (int)x
  const bool truncated = t_.is(a_, Op::FRound) && t_.low(a_) == static_cast<unsigned>(abi::Rounding::TowardZero);
  if (widened(a_) || truncated) return t_.pool.floating(op_, width_, 0, t_.a(a_));
  // match:  (int)(float)i, exact and of a type that holds i      result: i, extended
  if (!exact_integer(a_)) return {};
  const Expr i = t_.a(a_);
  const bool was_signed = t_.is(a_, Op::SToF), is_signed = op_ == Op::FToS;
  if (was_signed != is_signed && !(is_signed && width_ > t_.width(i))) return {};
  return width_ < t_.width(i) ? Expr{} : t_.cast(was_signed ? Op::SExt : Op::ZExt, i, width_);
}

Expr Rules::arithmetic() {
  if (!t_.constant(b_)) return {};
  const U128 k = t_.value(b_);
  // match:  x + -0, x - 0, x * 1, x / 1          result: quiet(x)
  const bool nothing = (op_ == Op::FAdd && k == sign_of_float(from_)) || (op_ == Op::FSub && k == 0) ||
                       ((op_ == Op::FMul || op_ == Op::FDiv) && k == number(1));
  if (nothing) return quiet(a_);
  // match:  x / k, k and 1/k powers of two       result: x * (1/k)
  if (op_ == Op::FDiv) {
    const U128 fraction = mask(format_of(from_).fraction), smallest = fraction + 1;
    const U128 inverse = computed(Op::FDiv, from_, from_, number(1), k);
    const auto power = [&](U128 v) {
      return (v & fraction) == 0 && (v & ~sign_of_float(from_)) >= smallest && finite(v);
    };
    if (from_ != 80 && power(k) && power(inverse)) {
      return t_.pool.floating(Op::FMul, width_, 0, a_, constant(inverse, from_));
    }
  }
  return {};
}

}  // namespace

Expr simplify_floating(Pool& pool, Op op, unsigned width, unsigned parameter, Expr a, Expr b, Expr c) {
  return Rules(pool, op, width, parameter, a, b, c).apply();
}

}  // namespace forall::expr
