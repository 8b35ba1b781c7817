// capability: signed zero
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <cmath>

namespace negative_zero {

void Reached(std::uint64_t a) {
  const auto x = std::bit_cast<double>(a);
  if (x == 0.0 && std::signbit(x)) TARGET();
}
FORALL(NegativeZero, Reached);

void Holds(std::uint64_t a) {
  const auto x = std::bit_cast<double>(a);
  if (x == 0.0) REQUIRE(!std::signbit(x + 0.0));
}
HOLDS(NegativeZero);

}  // namespace negative_zero
