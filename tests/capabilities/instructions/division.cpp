// capability: signed and unsigned division and remainder
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace division {

void Reached(int x, int y, unsigned u) {
  if (y > 1000 && x / y == -77 && x % y == -991 && u / 1009 == 4096 && u % 1009 == 17) TARGET();
}
FORALL(Division, Reached);

void Holds(std::int8_t x, std::int8_t y) {
  if (y == 0 || y < -4 || y > 3) return;
  REQUIRE(x / y * y + x % y == x && std::abs(x % y) < std::abs(y));
}
HOLDS(Division);

}  // namespace division
