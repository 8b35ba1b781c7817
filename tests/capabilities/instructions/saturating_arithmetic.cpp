// capability: saturating addition and subtraction
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace saturating_arithmetic {

void Reached(int x, int y, unsigned u) {
  if (y < 1000 && __builtin_elementwise_add_sat(x, y) == 2147483647 && x < 2147483647 &&
      __builtin_elementwise_sub_sat(u, 0xfffffff0u) == 9u)
    TARGET();
}
FORALL(SaturatingArithmetic, Reached);

void Holds(int x, int y) {
  const long sum = static_cast<long>(x) + y;
  REQUIRE(__builtin_elementwise_add_sat(x, y) == (sum > 2147483647    ? 2147483647
                                                  : sum < -2147483648 ? -2147483648
                                                                      : sum));
}
HOLDS(SaturatingArithmetic);

}  // namespace saturating_arithmetic
