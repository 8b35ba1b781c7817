// capability: the square root
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <cmath>

namespace square_root {

void Reached(std::uint32_t a) {
  const auto x = std::bit_cast<float>(a);
  if (std::sqrt(x) == 1.2345679f) TARGET();
}
FORALL(SquareRoot, Reached);

void Holds(std::uint16_t a) {
  const auto x = std::bit_cast<_Float16>(a);
  const auto root = __builtin_elementwise_sqrt(x);
  REQUIRE(x != x || x < static_cast<_Float16>(0.0f) || root >= static_cast<_Float16>(0.0f));
}
HOLDS(SquareRoot);

}  // namespace square_root
