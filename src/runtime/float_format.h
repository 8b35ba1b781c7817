// The formats of floating-point numbers as bit patterns: properties of a number that need no arithmetic on it.
#pragma once

#include "expr/bits.h"

namespace forall::runtime {

using expr::U128;

struct FloatFormat {
  unsigned width;
  unsigned fraction;  // bits after the point
  unsigned exponent;  // bits of the exponent
  bool integer_bit;   // the bit before the point is stored: x87

  constexpr unsigned exponent_at() const { return fraction + (integer_bit ? 1 : 0); }
  constexpr U128 integer() const { return integer_bit ? U128{1} << fraction : U128{0}; }
  constexpr U128 sign() const { return U128{1} << (width - 1); }
  constexpr U128 quiet() const { return U128{1} << (fraction - 1); }
  constexpr U128 infinity() const { return expr::mask(exponent) << exponent_at() | integer(); }
  constexpr U128 least_normal() const { return U128{1} << exponent_at() | integer(); }

  constexpr U128 magnitude(U128 x) const { return x & ~sign(); }
  constexpr bool negative(U128 x) const { return (x & sign()) != 0; }
  constexpr bool nan(U128 x) const { return magnitude(x) > infinity(); }
};

constexpr FloatFormat float_format(unsigned width) {
  switch (width) {
    case 16: return {16, 10, 5, false};
    case 32: return {32, 23, 8, false};
    case 64: return {64, 52, 11, false};
    case 80: return {80, 63, 15, true};
    default: return {128, 112, 15, false};
  }
}

constexpr bool float_equal(const FloatFormat& f, U128 x, U128 y) {
  if (f.nan(x) || f.nan(y)) return false;
  return x == y || (f.magnitude(x) | f.magnitude(y)) == 0;
}

constexpr bool float_less(const FloatFormat& f, U128 x, U128 y) {
  if (f.nan(x) || f.nan(y) || float_equal(f, x, y)) return false;
  if (f.negative(x) != f.negative(y)) return f.negative(x);
  return (f.magnitude(x) < f.magnitude(y)) != f.negative(x);
}

// Rounds towards zero; saturates out of range, 0 for a NaN.
constexpr U128 float_to_integer(const FloatFormat& f, U128 x, unsigned width, bool is_signed) {
  if (f.nan(x)) return 0;
  const bool negative = f.negative(x);
  const auto biased = static_cast<int>(f.magnitude(x) >> f.exponent_at());
  const U128 stored = x & expr::mask(f.exponent_at());
  const U128 significand = f.integer_bit || biased == 0 ? stored : stored | U128{1} << f.fraction;
  const int bias = (1 << (f.exponent - 1)) - 1;
  const int scale = (biased == 0 ? 1 : biased) - bias - static_cast<int>(f.fraction);
  const U128 most =
      negative ? (is_signed ? U128{1} << (width - 1) : U128{0}) : expr::mask(is_signed ? width - 1 : width);
  U128 result = most;
  if (scale <= -128 || significand == 0) {
    result = 0;
  } else if (scale <= 0) {
    result = significand >> -scale;
  } else if (scale < 128 && significand <= ~U128{0} >> scale) {
    result = significand << scale;
  }
  if (result > most) result = most;
  return (negative ? U128{0} - result : result) & expr::mask(width);
}

}  // namespace forall::runtime
