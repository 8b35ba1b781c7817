// capability: multiplication of float
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace product {

void Reached(std::uint32_t a) {
  const auto x = std::bit_cast<float>(a);
  if (x * 3.0f == 0.7f && x > 0.23f) TARGET();
}
FORALL(Product, Reached);

void Holds(std::uint16_t a) {
  const auto x = std::bit_cast<_Float16>(a);
  REQUIRE(x * static_cast<_Float16>(2.0f) == x + x || x != x);
}
HOLDS(Product);

}  // namespace product
