// capability: comparisons, also with NaN
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace comparison_and_nan {

void Reached(std::uint64_t a, std::uint64_t b) {
  const auto x = std::bit_cast<double>(a), y = std::bit_cast<double>(b);
  if (!(x < y) && !(x >= y) && y > 1e300 && y < 1.0000001e300) TARGET();
}
FORALL(ComparisonAndNan, Reached);

void Holds(std::uint64_t a, std::uint64_t b) {
  const auto x = std::bit_cast<double>(a), y = std::bit_cast<double>(b);
  REQUIRE((x < y) + (x > y) + (x == y) + __builtin_isunordered(x, y) == 1);
}
HOLDS(ComparisonAndNan);

}  // namespace comparison_and_nan
