// capability: snprintf of integers
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <cstdio>

namespace format_integers {

void Reached(int x, unsigned y) {
  char text[32];
  const int length = std::snprintf(text, sizeof text, "%d:%x", x, y);
  if (length == 12 && std::strcmp(text, "-54321:beef1") == 0) TARGET();
}
FORALL(FormatIntegers, Reached);

void Holds(std::uint8_t x) {
  char text[8];
  REQUIRE(std::snprintf(text, sizeof text, "%u", unsigned{x}) == (x < 10 ? 1 : x < 100 ? 2 : 3));
}
HOLDS(FormatIntegers);

}  // namespace format_integers
