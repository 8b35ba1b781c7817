// capability: shifts by a symbolic amount, left, logical and arithmetic right
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace shifts {

void Reached(unsigned x, int y, unsigned n) {
  if (n < 32 && (x << n) == 0xabc00000u && x >> n == 0x3u && y >> n == -12345 / 512) TARGET();
}
FORALL(Shifts, Reached);

void Holds(std::int8_t x) {
  for (int n = 0; n < 8; ++n) REQUIRE(x >> n == (x - (x & ((1 << n) - 1))) / (1 << n));
}
HOLDS(Shifts);

}  // namespace shifts
