// capability: subnormal numbers
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace subnormals {

void Reached(std::uint32_t a) {
  const auto x = std::bit_cast<float>(a);
  if (x > 0 && x + x < 1e-40f && x + x > 9.9e-41f) TARGET();
}
FORALL(Subnormals, Reached);

void Holds(std::uint32_t a) {
  const auto x = std::bit_cast<float>(a);
  if (x > 0.0f && x < 1e38f) REQUIRE(x - x / 2.0f > 0.0f || x < 2e-45f);
}
HOLDS(Subnormals);

}  // namespace subnormals
