// capability: the three-way comparison of floating point
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <compare>

namespace ordering {

void Reached(std::uint64_t a, std::uint64_t b) {
  const auto x = std::bit_cast<double>(a), y = std::bit_cast<double>(b);
  if ((x <=> y) == std::partial_ordering::unordered && x == 2.5) TARGET();
}
FORALL(Ordering, Reached);

void Holds(std::uint32_t a, std::uint32_t b) {
  const auto x = std::bit_cast<float>(a), y = std::bit_cast<float>(b);
  REQUIRE(((x <=> y) < 0) == (x < y));
}
HOLDS(Ordering);

}  // namespace ordering
