// capability: division of float
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace quotient {

void Reached(std::uint32_t a) {
  const auto x = std::bit_cast<float>(a);
  if (x / 7.0f == 123.456f) TARGET();
}
FORALL(Quotient, Reached);

void Holds(std::uint16_t a) {
  const auto x = static_cast<float>(a);
  REQUIRE(x / 4.0f == x * 0.25f);
}
HOLDS(Quotient);

}  // namespace quotient
