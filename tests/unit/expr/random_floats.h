// Floating-point numbers where arithmetic changes its mind: zeros, subnormals, powers of two and their neighbours,
// small integers, halves, infinities, NaNs, and any bits.
#pragma once

#include <random>

#include "expr/floating.h"

namespace forall::expr::testing {

inline U128 random_bits(std::mt19937_64& random, unsigned width) {
  return ((static_cast<U128>(random()) << 64) | random()) & mask(width);
}

inline U128 random_encoding(std::mt19937_64& random, unsigned width) {
  const Format f = format_of(width);
  const U128 sign = random() % 2 ? sign_of_float(width) : U128{0};
  const auto converted = [&](U128 integer) { return apply_exactly(Op::UToF, width, 64, integer, 0, 0, 0); };
  switch (random() % 10) {
    case 0: return sign;
    case 1: return infinity_of(width, sign != 0);
    case 2: return random() % 2 ? nan_of(width) : random_bits(random, width);
    case 3: return sign | (U128{1} << random() % f.fraction);  // a subnormal power of two
    case 4: return sign | (random_bits(random, f.fraction));   // subnormal
    case 5: return sign ^ converted(random() % 9);             // a small integer
    case 6: return apply_exactly(Op::FDiv, width, width, sign ^ converted(random() % 64), converted(2), 0, 0);
    case 7: {  // a power of two, or its neighbour
      const U128 power = apply_exactly(Op::UToF, width, 64, U128{1} << random() % 15, 0, 0, 0);
      return sign ^ (power + random() % 3 - 1);
    }
    case 8: {  // near the largest or the smallest normal number
      const U128 edge = random() % 2 ? infinity_of(width, false) - 1 : U128{1} << f.fraction;
      return width == 80 ? random_bits(random, width) : sign ^ (edge + random() % 3 - 1);
    }
    default: return random_bits(random, width);
  }
}

// The 80 bits of x87 have the leading bit of the fraction; numbers for which it does not fit the exponent do not exist.
inline U128 random_float(std::mt19937_64& random, unsigned width) {
  const U128 value = random_encoding(random, width);
  if (width != 80) return value;
  const U128 leading = U128{1} << 63;
  return (value >> 64 & 0x7fff) == 0 ? value & ~leading : value | leading;
}

}  // namespace forall::expr::testing
