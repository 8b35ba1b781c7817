// capability: addition, subtraction, multiplication and bitwise operators
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace arithmetic {

void Reached(unsigned x, unsigned y) {
  if (x * 2654435761u + y == 0xd53f1f3bu && (x ^ ~y) - 7u == 0x53206b95u) TARGET();
}
FORALL(Arithmetic, Reached);

void Holds(std::uint8_t x, std::uint8_t y) {
  REQUIRE((x + y) * (x - y) == x * x - y * y && (x & y) + (x | y) == x + y);
}
HOLDS(Arithmetic);

}  // namespace arithmetic
