// capability: infinities
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <limits>

namespace infinity {

void Reached(std::uint32_t a) {
  const auto x = std::bit_cast<float>(a);
  if (x + 1e38f == std::numeric_limits<float>::infinity() && x < 2.5e38f) TARGET();
}
FORALL(Infinity, Reached);

void Holds(std::uint32_t a) {
  const auto x = std::bit_cast<float>(a);
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  REQUIRE(x != x || x == -kInfinity || x + kInfinity == kInfinity);
}
HOLDS(Infinity);

}  // namespace infinity
