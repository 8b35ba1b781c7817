// capability: differences and order of pointers
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace pointer_difference {

void Reached(std::uint8_t i, std::uint8_t j) {
  int cells[200] = {};
  if (i >= 200 || j >= 200) return;
  const int *p = cells + i, *q = cells + j;
  if (p - q == 133 && p > cells + 190) TARGET();
}
FORALL(PointerDifference, Reached);

void Holds(std::uint8_t i, std::uint8_t j) {
  char cells[256];
  const char *p = cells + i, *q = cells + j;
  REQUIRE(p - q == i - j && (p < q) == (i < j));
}
HOLDS(PointerDifference);

}  // namespace pointer_difference
