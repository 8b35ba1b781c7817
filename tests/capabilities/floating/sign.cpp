// capability: fabs, copysign and negation, bit for bit
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <cmath>

namespace sign {

void Reached(std::uint64_t a, std::uint64_t b) {
  const auto x = std::bit_cast<double>(a), y = std::bit_cast<double>(b);
  if (std::copysign(x, y) == -3.25 && std::fabs(y) == 0.0 && -x < 0) TARGET();
}
FORALL(Sign, Reached);

void Holds(std::uint32_t a) {
  const auto x = std::bit_cast<float>(a);
  REQUIRE(std::bit_cast<std::uint32_t>(std::fabs(x)) == (a & 0x7fffffffu));
}
HOLDS(Sign);

}  // namespace sign
