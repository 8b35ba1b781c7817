// capability: floor, ceil, trunc, round and rint
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <cmath>

namespace rounding {

void Reached(std::uint64_t a) {
  const auto x = std::bit_cast<double>(a);
  if (std::floor(x) == -4321.0 && std::ceil(x) == -4320.0 && std::round(x) == -4321.0 && std::rint(x) == -4320.0 &&
      std::trunc(x) == -4320.0)
    TARGET();
}
FORALL(Rounding, Reached);

void Holds(std::uint32_t a) {
  const auto x = std::bit_cast<float>(a);
  REQUIRE(x != x || (std::floor(x) <= x && x <= std::ceil(x)));
}
HOLDS(Rounding);

}  // namespace rounding
