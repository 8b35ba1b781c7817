// capability: minimum, maximum and absolute value
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace min_max_abs {

void Reached(int x, int y, unsigned u) {
  const int low = __builtin_elementwise_min(x, y), high = __builtin_elementwise_max(x, y);
  if (low == -123456789 && high == -1234 && __builtin_elementwise_min(u, 7654321u) == 7654320u &&
      std::abs(x) > std::abs(y))
    TARGET();
}
FORALL(MinMaxAbs, Reached);

void Holds(std::int8_t x, std::int8_t y) {
  REQUIRE(std::min(x, y) + std::max(x, y) == x + y && std::abs(x - y) == std::max(x, y) - std::min(x, y));
}
HOLDS(MinMaxAbs);

}  // namespace min_max_abs
