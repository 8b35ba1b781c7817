// capability: std::bitset
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <bitset>

namespace bitsets {

void Reached(std::uint32_t x, std::uint8_t at) {
  std::bitset<100> bits(x);
  bits <<= 40;
  bits.flip(at % 100u);
  if (bits.count() == 5 && bits.test(99) && !bits.test(70) && bits.test(41) && bits._Find_first() == 41) TARGET();
}
FORALL(Bitsets, Reached);

void Holds(std::uint16_t x) { REQUIRE((std::bitset<16>(x) | ~std::bitset<16>(x)).all()); }
HOLDS(Bitsets);

}  // namespace bitsets
