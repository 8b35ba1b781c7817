// capability: addition and subtraction of double and float
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace sum {

void Reached(std::uint64_t a, std::uint32_t b) {
  const auto x = std::bit_cast<double>(a);
  const auto y = std::bit_cast<float>(b);
  if (x + 0.1 == 1234.5678 && y - 0.25f == 1e10f) TARGET();
}
FORALL(Sum, Reached);

void Holds(std::uint32_t a, std::uint32_t b) {
  const auto x = std::bit_cast<float>(a), y = std::bit_cast<float>(b);
  REQUIRE(x + y == y + x || x + y != x + y);
}
HOLDS(Sum);

}  // namespace sum
