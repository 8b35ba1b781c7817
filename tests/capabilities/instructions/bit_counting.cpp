// capability: counting bits: population, leading and trailing zeros, parity
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace bit_counting {

void Reached(std::uint64_t x) {
  if (std::popcount(x) == 13 && std::countl_zero(x) == 20 && std::countr_zero(x) == 9 && __builtin_parityll(x >> 21))
    TARGET();
}
FORALL(BitCounting, Reached);

void Holds(std::uint16_t x) {
  int bits = 0;
  for (unsigned rest = x; rest != 0; rest &= rest - 1) ++bits;
  REQUIRE(std::popcount(x) == bits && (x == 0 || std::bit_width(x) + std::countl_zero(x) == 16));
}
HOLDS(BitCounting);

}  // namespace bit_counting
