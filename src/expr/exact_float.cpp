// Floating-point operations of any format, in integer arithmetic.
//
// A number is sign * significand * 2^exponent. An operation computes its exact result as such a number with a
// significand of up to 384 bits; bits below what fits are jammed into the lowest one, which is far below the last place
// of the result and thus only says "and a bit more". One rounding then yields the format:
//
//   product   of the significands
//   sum       of the significands after alignment; the jammed operand is smaller by more than the precision
//   quotient  long division of the shifted significand, the remainder jammed
//   root      digit by digit of the shifted significand, the remainder jammed
#include <algorithm>
#include <array>
#include <bit>

#include "expr/floating.h"

namespace forall::expr {

namespace {

class Wide {
 public:
  static constexpr int kBits = 384;
  Wide(U128 x = 0) {  // NOLINT: a number
    part_[0] = static_cast<std::uint64_t>(x);
    part_[1] = static_cast<std::uint64_t>(x >> 64);
  }
  bool bit(int i) const { return (part_[static_cast<std::size_t>(i) / 64] >> (i % 64)) & 1; }
  void set(int i) { part_[static_cast<std::size_t>(i) / 64] |= std::uint64_t{1} << (i % 64); }
  bool is_zero() const { return top() < 0; }
  U128 low() const { return static_cast<U128>(part_[1]) << 64 | part_[0]; }
  int top() const {  // the highest set bit, or -1
    for (int i = kParts - 1; i >= 0; --i) {
      if (at(i) != 0) return 64 * i + 63 - std::countl_zero(at(i));
    }
    return -1;
  }
  Wide operator<<(int n) const {
    Wide r;
    for (int i = kParts - 1; i >= n / 64; --i) {
      r.at(i) = at(i - n / 64) << (n % 64);
      if (n % 64 != 0 && i > n / 64) r.at(i) |= at(i - n / 64 - 1) >> (64 - n % 64);
    }
    return r;
  }
  Wide operator>>(int n) const {
    Wide r;
    for (int i = 0; i + n / 64 < kParts; ++i) {
      r.at(i) = at(i + n / 64) >> (n % 64);
      if (n % 64 != 0 && i + n / 64 + 1 < kParts) r.at(i) |= at(i + n / 64 + 1) << (64 - n % 64);
    }
    return r;
  }
  // Lost digits stay visible in the lowest bit.
  Wide jammed(int n) const {
    if (n <= 0) return *this;
    Wide r = n < kBits ? *this >> n : Wide();
    if (any_below(n)) r.set(0);
    return r;
  }
  bool any_below(int n) const {
    const int end = std::min(n, kBits);
    for (int i = 0; i < end; ++i) {
      if (bit(i)) return true;
    }
    return false;
  }
  friend Wide operator+(const Wide& x, const Wide& y) { return combined(x, y, 0, false); }
  friend Wide operator-(const Wide& x, const Wide& y) { return combined(x, y, 1, true); }
  friend bool operator<(const Wide& x, const Wide& y) {
    return std::lexicographical_compare(x.part_.rbegin(), x.part_.rend(), y.part_.rbegin(), y.part_.rend());
  }

 private:
  static constexpr int kParts = kBits / 64;
  std::uint64_t& at(int i) { return part_[static_cast<std::size_t>(i)]; }
  std::uint64_t at(int i) const { return part_[static_cast<std::size_t>(i)]; }
  static Wide combined(const Wide& x, const Wide& y, std::uint64_t carry, bool invert) {
    Wide r;
    for (int i = 0; i < kParts; ++i) {
      const U128 sum = static_cast<U128>(x.at(i)) + (invert ? ~y.at(i) : y.at(i)) + carry;
      r.at(i) = static_cast<std::uint64_t>(sum);
      carry = static_cast<std::uint64_t>(sum >> 64);
    }
    return r;
  }
  std::array<std::uint64_t, kParts> part_{};
};

Wide product(U128 x, U128 y) {
  Wide sum;
  for (int i = 0; i < 128; i += 32) {
    for (int j = 0; j < 128; j += 32) {
      const U128 p = static_cast<U128>(static_cast<std::uint32_t>(x >> i)) * static_cast<std::uint32_t>(y >> j);
      sum = sum + (Wide(p) << (i + j));
    }
  }
  return sum;
}

struct Number {
  enum Kind { Zero, Finite, Infinite, Nan } kind = Zero;
  bool negative = false;
  int exponent = 0;
  Wide significand;  // not 0 if finite
};

U128 all_ones_exponent(Format f) { return mask(f.exponent) << f.fraction; }
U128 packed_nan(Format f) { return all_ones_exponent(f) | U128{1} << (f.fraction - 1); }

// The x87 format without its integer bit. A set one with exponent 0 is the smallest normal exponent; a clear one with
// any other exponent is not a number, and the machine treats it as a NaN.
U128 without_integer_bit(U128 x) {
  const U128 fraction = x & mask(63), exponent = (x >> 64) & mask(15), sign = x >> 79;
  const bool one = (x >> 63) & 1;
  if (exponent != 0 && !one) return packed_nan({15, 63});
  return sign << 78 | (exponent == 0 && one ? U128{1} : exponent) << 63 | fraction;
}
U128 with_integer_bit(U128 x) {
  const U128 fraction = x & mask(63), exponent = (x >> 63) & mask(15), sign = x >> 78;
  return sign << 79 | exponent << 64 | U128{exponent != 0} << 63 | fraction;
}

Number unpack(U128 x, unsigned width) {
  const Format f = format_of(width);
  if (width == 80) x = without_integer_bit(x);
  const U128 fraction = x & mask(f.fraction);
  const int biased = static_cast<int>((x >> f.fraction) & mask(f.exponent));
  Number n;
  n.negative = (x >> (f.width() - 1)) & 1;
  if (biased == (1 << f.exponent) - 1) {
    n.kind = fraction == 0 ? Number::Infinite : Number::Nan;
  } else if (biased != 0 || fraction != 0) {
    n.kind = Number::Finite;
    n.significand = biased == 0 ? fraction : fraction | U128{1} << f.fraction;
    n.exponent = std::max(biased, 1) - f.bias() - static_cast<int>(f.fraction);
  }
  return n;
}

// significand / 2^shift to an integer.
Wide rounded(const Wide& significand, int shift, bool negative, abi::Rounding rounding) {
  if (shift <= 0) return significand << -shift;
  const Wide whole = shift < Wide::kBits ? significand >> shift : Wide();
  if (!significand.any_below(shift)) return whole;
  const bool half = shift <= Wide::kBits && significand.bit(shift - 1), more = significand.any_below(shift - 1);
  bool up = false;
  switch (rounding) {
    case abi::Rounding::ToNearestEven: up = half && (more || whole.bit(0)); break;
    case abi::Rounding::ToNearestAway: up = half; break;
    case abi::Rounding::TowardZero: break;
    case abi::Rounding::Up: up = !negative; break;
    case abi::Rounding::Down: up = negative; break;
  }
  return up ? whole + Wide(1) : whole;
}

U128 pack(const Number& n, unsigned width) {
  const Format f = format_of(width);
  const auto stored = [&](U128 magnitude) {
    const U128 x = (n.negative ? U128{1} << (f.width() - 1) : U128{0}) | magnitude;
    return width == 80 ? with_integer_bit(x) : x;
  };
  if (n.kind == Number::Nan) return width == 80 ? with_integer_bit(packed_nan(f)) : packed_nan(f);
  if (n.kind == Number::Infinite) return stored(all_ones_exponent(f));
  if (n.kind == Number::Zero) return stored(0);
  const int fraction = static_cast<int>(f.fraction), lowest = 1 - f.bias() - fraction;
  const int last_place = std::max(n.exponent + n.significand.top() - fraction, lowest);
  if (last_place - lowest > 1 << f.exponent) return stored(all_ones_exponent(f));
  const U128 places = rounded(n.significand, last_place - n.exponent, n.negative, abi::Rounding::ToNearestEven).low();
  // The integer bit of `places` counts as one in the exponent, as does a carry out of it.
  const U128 magnitude = (static_cast<U128>(last_place - lowest) << f.fraction) + places;
  return stored(std::min(magnitude, all_ones_exponent(f)));
}

Number special(Number::Kind kind, bool negative = false) { return {kind, negative, 0, {}}; }

Number times(const Number& x, const Number& y) {
  if (x.kind == Number::Nan || y.kind == Number::Nan) return special(Number::Nan);
  const bool negative = x.negative != y.negative;
  if (x.kind == Number::Infinite || y.kind == Number::Infinite) {
    return special(x.kind == Number::Zero || y.kind == Number::Zero ? Number::Nan : Number::Infinite, negative);
  }
  if (x.kind == Number::Zero || y.kind == Number::Zero) return special(Number::Zero, negative);
  return {Number::Finite, negative, x.exponent + y.exponent, product(x.significand.low(), y.significand.low())};
}

Number plus(const Number& x, const Number& y) {
  if (x.kind == Number::Nan || y.kind == Number::Nan) return special(Number::Nan);
  if (x.kind == Number::Infinite && y.kind == Number::Infinite && x.negative != y.negative) return special(Number::Nan);
  if (x.kind == Number::Infinite) return x;
  if (y.kind == Number::Infinite) return y;
  if (x.kind == Number::Zero && y.kind == Number::Zero) return special(Number::Zero, x.negative && y.negative);
  if (x.kind == Number::Zero) return y;
  if (y.kind == Number::Zero) return x;
  // The one with the higher top bit goes up as far as needed or possible, leaving one bit for the carry.
  const bool x_first = x.exponent + x.significand.top() >= y.exponent + y.significand.top();
  const Number &big = x_first ? x : y, &small = x_first ? y : x;
  const int room = Wide::kBits - 2 - big.significand.top();
  const int up = std::clamp(big.exponent - small.exponent, 0, room);
  const int exponent = std::max(big.exponent - up, std::min(big.exponent, small.exponent));
  const Wide p = big.significand << up;
  const int down = exponent - small.exponent;
  const Wide q = down >= 0 ? small.significand.jammed(down) : small.significand << -down;
  if (big.negative == small.negative) return {Number::Finite, big.negative, exponent, p + q};
  const bool flipped = p < q;
  const Wide difference = flipped ? q - p : p - q;
  if (difference.is_zero()) return special(Number::Zero);
  return {Number::Finite, flipped ? small.negative : big.negative, exponent, difference};
}

Number divided(const Number& x, const Number& y) {
  if (x.kind == Number::Nan || y.kind == Number::Nan || (x.kind == y.kind && x.kind != Number::Finite)) {
    return special(Number::Nan);
  }
  const bool negative = x.negative != y.negative;
  if (x.kind == Number::Infinite || y.kind == Number::Zero) return special(Number::Infinite, negative);
  if (x.kind == Number::Zero || y.kind == Number::Infinite) return special(Number::Zero, negative);
  constexpr int kShift = 240;
  const Wide dividend = x.significand << kShift;
  Wide quotient, remainder;
  for (int i = dividend.top(); i >= 0; --i) {
    remainder = remainder << 1;
    if (dividend.bit(i)) remainder.set(0);
    if (remainder < y.significand) continue;
    remainder = remainder - y.significand;
    quotient.set(i);
  }
  if (!remainder.is_zero()) quotient.set(0);
  return {Number::Finite, negative, x.exponent - y.exponent - kShift, quotient};
}

Number root(const Number& x) {
  if (x.kind == Number::Nan || x.kind == Number::Zero) return x;
  if (x.negative) return special(Number::Nan);
  if (x.kind == Number::Infinite) return x;
  const int shift = 240 + (x.exponent & 1);
  const Wide square = x.significand << shift;
  Wide digits, rest;
  for (int i = (square.top() | 1) / 2; i >= 0; --i) {
    rest = rest << 2;
    if (square.bit(2 * i + 1)) rest.set(1);
    if (square.bit(2 * i)) rest.set(0);
    const Wide candidate = (digits << 2) + Wide(1);
    digits = digits << 1;
    if (rest < candidate) continue;
    rest = rest - candidate;
    digits.set(0);
  }
  // One more bit below, for the remainder.
  digits = digits << 1;
  if (!rest.is_zero()) digits.set(0);
  return {Number::Finite, false, (x.exponent - shift) / 2 - 1, digits};
}

Number integral(const Number& x, abi::Rounding rounding) {
  if (x.kind != Number::Finite || x.exponent >= 0) return x;
  const Wide whole = rounded(x.significand, -x.exponent, x.negative, rounding);
  return whole.is_zero() ? special(Number::Zero, x.negative) : Number{Number::Finite, x.negative, 0, whole};
}

U128 to_integer(const Number& x, unsigned width, bool is_signed) {
  if (x.kind == Number::Nan || x.kind == Number::Zero) return 0;
  const U128 lowest = is_signed ? U128{1} << (width - 1) : U128{0};
  const U128 most = x.negative ? lowest : is_signed ? mask(width) >> 1 : mask(width);
  const bool huge = x.kind == Number::Infinite || x.exponent + x.significand.top() >= 128;
  const U128 whole = huge ? most : rounded(x.significand, -x.exponent, x.negative, abi::Rounding::TowardZero).low();
  const U128 magnitude = std::min(whole, most);
  return (x.negative ? U128{0} - magnitude : magnitude) & mask(width);
}

Number from_integer(U128 x, unsigned width, bool is_signed) {
  if (x == 0) return {};
  const bool negative = is_signed && sign_bit(x, width);
  return {Number::Finite, negative, 0, Wide(negative ? (U128{0} - x) & mask(width) : x)};
}

// Positive if x > y, 0 if equal, for numbers that are no NaN.
int compared(U128 x, U128 y, unsigned width) {
  const auto ordered = [&](U128 v) {
    if (width == 80) v = without_integer_bit(v);
    const unsigned sign = format_of(width).width() - 1;
    const auto magnitude = static_cast<S128>(v & mask(sign));
    return (v >> sign) & 1 ? -magnitude : magnitude;
  };
  const S128 p = ordered(x), q = ordered(y);
  return p < q ? -1 : p > q ? 1 : 0;
}

}  // namespace

U128 nan_of(unsigned width) { return pack(special(Number::Nan), width); }
U128 infinity_of(unsigned width, bool negative) { return pack(special(Number::Infinite, negative), width); }

bool is_nan(U128 x, unsigned width) {
  if (width == 80) x = without_integer_bit(x);
  const Format f = format_of(width);
  return (x & mask(f.width() - 1)) > all_ones_exponent(f);
}

U128 apply_exactly(Op op, unsigned width, unsigned operand_width, U128 a, U128 b, U128 c, unsigned parameter) {
  const auto number = [&](U128 x) { return unpack(x, operand_width); };
  const auto negated = [](Number x) {
    x.negative = !x.negative;
    return x;
  };
  const auto ordered = [&] { return !is_nan(a, operand_width) && !is_nan(b, operand_width); };
  switch (op) {
    case Op::FAdd: return pack(plus(number(a), number(b)), width);
    case Op::FSub: return pack(plus(number(a), negated(number(b))), width);
    case Op::FMul: return pack(times(number(a), number(b)), width);
    case Op::FDiv: return pack(divided(number(a), number(b)), width);
    case Op::FFma: return pack(plus(times(number(a), number(b)), number(c)), width);
    case Op::FSqrt: return pack(root(number(a)), width);
    case Op::FRound: return pack(integral(number(a), static_cast<abi::Rounding>(parameter)), width);
    case Op::FEq: return ordered() && compared(a, b, operand_width) == 0;
    case Op::FLt: return ordered() && compared(a, b, operand_width) < 0;
    case Op::FLe: return ordered() && compared(a, b, operand_width) <= 0;
    case Op::FIsNan: return is_nan(a, operand_width);
    case Op::FCast: return pack(number(a), width);
    case Op::SToF: return pack(from_integer(a, operand_width, true), width);
    case Op::UToF: return pack(from_integer(a, operand_width, false), width);
    case Op::FToS: return to_integer(number(a), width, true);
    default: return to_integer(number(a), width, false);  // FToU
  }
}

}  // namespace forall::expr
