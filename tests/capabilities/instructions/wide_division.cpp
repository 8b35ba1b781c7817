// capability: 128-bit division and remainder
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace wide_division {

void Reached(std::uint64_t low, std::uint8_t high) {
  const unsigned __int128 x = static_cast<unsigned __int128>(high) << 64 | low;
  if (x / 1000003 == static_cast<unsigned __int128>(0x123456789abcu) << 7 && x % 1000003 == 77) TARGET();
}
FORALL(WideDivision, Reached);

void Holds(std::uint8_t x, std::uint8_t y) {
  const unsigned __int128 wide = static_cast<unsigned __int128>(x) << 100;
  if (y != 0) REQUIRE(wide / (static_cast<unsigned __int128>(y) << 100) == x / y);
}
HOLDS(WideDivision);

}  // namespace wide_division
