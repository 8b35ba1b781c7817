// capability: rotation by a symbolic amount (funnel shift)
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace rotation {

void Reached(unsigned x, unsigned n, std::uint16_t y) {
  if (n > 100 && std::rotl(x, static_cast<int>(n % 32)) == 0xdeadbeefu && n % 32 == 7 && std::rotr(y, 5) == 0xfeedu)
    TARGET();
}
FORALL(Rotation, Reached);

void Holds(std::uint8_t x, std::uint8_t n) { REQUIRE(std::rotr(std::rotl(x, n % 8), n % 8) == x); }
HOLDS(Rotation);

}  // namespace rotation
