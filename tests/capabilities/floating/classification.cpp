// capability: fpclassify, isnan, isinf, isnormal
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <cmath>

namespace classification {

void Reached(std::uint64_t a, std::uint32_t b) {
  const auto x = std::bit_cast<double>(a);
  const auto y = std::bit_cast<float>(b);
  if (std::fpclassify(x) == FP_SUBNORMAL && std::signbit(x) && std::isinf(y) && !std::isnormal(x) && y < 0) TARGET();
}
FORALL(Classification, Reached);

void Holds(std::uint32_t a) {
  const auto x = std::bit_cast<float>(a);
  REQUIRE(std::isnan(x) == (x != x) && std::isfinite(x) == (x - x == 0.0f));
}
HOLDS(Classification);

}  // namespace classification
