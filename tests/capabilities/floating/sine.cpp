// capability: sin, searched by its values
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <cmath>

namespace sine {

void Reached(std::uint64_t a) {
  const auto x = std::bit_cast<double>(a);
  if (std::sin(x) > 0.5 && x > 3.0 && x < 100.0) TARGET();
}
FORALL(Sine, Reached);

void Holds(std::uint32_t a) {
  const auto x = static_cast<double>(a);
  REQUIRE(std::sin(x) <= 1.0);
}
HOLDS(Sine);

}  // namespace sine
