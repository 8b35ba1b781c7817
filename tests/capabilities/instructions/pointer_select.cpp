// capability: a pointer chosen by symbolic data, read and written through
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace pointer_select {

void Reached(int x, int y) {
  int first = 5, second = 6;
  int* chosen = x % 1013 == 612 ? &first : &second;
  *chosen = y;
  if (first == 87654321 && second == 6) TARGET();
}
FORALL(PointerSelect, Reached);

void Holds(std::uint8_t x, std::uint8_t y) {
  int cells[3] = {1, 2, 3};
  int* cell = cells;
  if (x > 100) cell = &cells[1];
  if (x > 200) cell = &cells[2];
  *cell += y;
  REQUIRE(cells[0] + cells[1] + cells[2] == 6 + y);
}
HOLDS(PointerSelect);

}  // namespace pointer_select
