// capability: a signed overflow is found
// Reached: refuted by signed overflow
// Holds: proved
#include "../capability.h"

namespace signed_overflow {

void Reached(int x) {
  if (x >= 2147483600) x += 40;
  forall::observe("x", x);
}
FORALL(SignedOverflow, Reached);

void Holds(std::int16_t x) {
  const int square = x * x;
  REQUIRE(square >= 0);
}
HOLDS(SignedOverflow);

}  // namespace signed_overflow
