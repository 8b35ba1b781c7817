// capability: integers of odd widths (_BitInt)
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace odd_widths {

using Narrow = unsigned _BitInt(5);
using Wide = _BitInt(37);

void Reached(unsigned x, long y) {
  const Narrow n = static_cast<Narrow>(x);
  const Wide w = static_cast<Wide>(y);
  if (static_cast<Narrow>(n * static_cast<Narrow>(11)) == 23 && w / 3 == static_cast<Wide>(-22906492245L) &&
      (x >> 5) == 99)
    TARGET();
}
FORALL(OddWidths, Reached);

void Holds(std::uint8_t x, std::uint8_t y) {
  const Narrow sum = static_cast<Narrow>(static_cast<Narrow>(x) + static_cast<Narrow>(y));
  REQUIRE(static_cast<unsigned>(sum) == (static_cast<unsigned>(x) + y) % 32);
}
HOLDS(OddWidths);

}  // namespace odd_widths
