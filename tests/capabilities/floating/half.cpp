// capability: half precision (_Float16)
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace half {

void Reached(std::uint16_t a, std::uint16_t b) {
  const auto x = std::bit_cast<_Float16>(a), y = std::bit_cast<_Float16>(b);
  if (x * y == static_cast<_Float16>(125.0f) && x - y == static_cast<_Float16>(2.5f)) TARGET();
}
FORALL(Half, Reached);

void Holds(std::uint16_t a) {
  const auto x = std::bit_cast<_Float16>(a);
  REQUIRE(x != x || -(-x) == x);
  REQUIRE(x != x || x * static_cast<_Float16>(1.0f) == x);
}
HOLDS(Half);

}  // namespace half
