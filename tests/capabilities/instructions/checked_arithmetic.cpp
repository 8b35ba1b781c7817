// capability: arithmetic with an overflow flag (add, subtract, multiply; signed and unsigned)
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace checked_arithmetic {

void Reached(int x, int y, unsigned u, unsigned v) {
  int sum = 0, difference = 0, product = 0;
  unsigned usum = 0, uproduct = 0;
  if (!__builtin_add_overflow(x, y, &sum) || sum != -2147483000) return;
  if (__builtin_sub_overflow(x, y, &difference) || difference != 96) return;
  if (!__builtin_mul_overflow(x, 3, &product)) return;
  if (!__builtin_add_overflow(u, v, &usum) || usum != 3) return;
  if (!__builtin_mul_overflow(u, 65537u, &uproduct) || uproduct != 0xfff70007u) return;
  TARGET();
}
FORALL(CheckedArithmetic, Reached);

void Holds(std::int8_t x, std::int8_t y) {
  std::int8_t product = 0;
  const bool overflows = __builtin_mul_overflow(x, y, &product);
  REQUIRE(overflows == (x * y < -128 || x * y > 127) && (overflows || product == x * y));
}
HOLDS(CheckedArithmetic);

}  // namespace checked_arithmetic
