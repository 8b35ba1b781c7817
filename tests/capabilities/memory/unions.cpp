// capability: unions, byte for byte
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace unions {

union Word {
  std::uint32_t all;
  std::uint8_t byte[4];
  std::uint16_t half[2];
};

void Reached(std::uint32_t x, std::uint8_t y) {
  Word w;
  w.all = x;
  w.byte[1] = y;
  w.half[1] = static_cast<std::uint16_t>(w.half[1] + w.half[0]);
  if (w.all == 0xcafe8123u) TARGET();
}
FORALL(Unions, Reached);

void Holds(std::uint16_t x) {
  Word w{};
  w.half[0] = x;
  REQUIRE(w.byte[0] == (x & 0xff) && w.byte[1] == x >> 8 && w.all == x);
}
HOLDS(Unions);

}  // namespace unions
