// capability: std::optional
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <optional>

namespace optionals {

std::optional<unsigned> inverse(unsigned x) {
  if (x % 2 == 0) return std::nullopt;
  unsigned y = x;
  for (int i = 0; i < 4; ++i) y *= 2 - x * y;
  return y;
}

void Reached(unsigned x) {
  if (inverse(x).value_or(0) == 0xabcdef01u) TARGET();
}
FORALL(Optionals, Reached);

void Holds(std::uint8_t x) {
  REQUIRE(inverse(x).has_value() == (x % 2 == 1) && inverse(x).value_or(1) * (x % 2 ? x : 1u) == 1u);
}
HOLDS(Optionals);

}  // namespace optionals
