// capability: fmin and fmax
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <cmath>

namespace min_max {

void Reached(std::uint64_t a, std::uint64_t b) {
  const auto x = std::bit_cast<double>(a), y = std::bit_cast<double>(b);
  if (std::fmin(x, y) == 6.5 && x != x && std::fmax(y, 1e9) == 1e9) TARGET();
}
FORALL(MinMax, Reached);

void Holds(std::uint32_t a, std::uint32_t b) {
  const auto x = std::bit_cast<float>(a), y = std::bit_cast<float>(b);
  REQUIRE(x != x || y != y || std::fmin(x, y) <= std::fmax(x, y));
}
HOLDS(MinMax);

}  // namespace min_max
