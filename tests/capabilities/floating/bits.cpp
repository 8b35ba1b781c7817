// capability: the bits of a result
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace bits {

void Reached(std::int16_t a) {
  const double x = static_cast<double>(a) * 0.5;
  if (std::bit_cast<std::uint64_t>(x) == 0xc0c81c8000000000u) TARGET();
}
FORALL(Bits, Reached);

void Holds(std::uint32_t a) {
  const auto x = std::bit_cast<float>(a);
  REQUIRE(std::bit_cast<std::uint32_t>(x) == a);
}
HOLDS(Bits);

}  // namespace bits
