// capability: all comparisons, signed and unsigned, on the same bits
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace comparisons {

void Reached(int x, int y) {
  const auto u = static_cast<unsigned>(x), v = static_cast<unsigned>(y);
  if (x < y && u > v && x >= -1000 && v <= 77u && u % 1021u == v) TARGET();
}
FORALL(Comparisons, Reached);

void Holds(std::int8_t x, std::int8_t y) {
  const auto u = static_cast<std::uint8_t>(x), v = static_cast<std::uint8_t>(y);
  REQUIRE((x < y) == ((u < v) != ((x < 0) != (y < 0))));
}
HOLDS(Comparisons);

}  // namespace comparisons
