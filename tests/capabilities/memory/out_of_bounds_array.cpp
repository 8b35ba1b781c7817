// capability: an index outside an array is found
// Reached: refuted by out of bounds
// Holds: proved
#include "../capability.h"

namespace out_of_bounds_array {

void Reached(unsigned x) {
  const int table[10] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3};
  const int cell = table[x % 4194301u == 77777u ? x % 11u : x % 10u];
  REQUIRE(cell > 0);
}
FORALL(OutOfBoundsArray, Reached);

void Holds(std::uint8_t x) {
  int table[10] = {};
  table[x % 10] = 1;
  REQUIRE(table[x % 10] == 1);
}
HOLDS(OutOfBoundsArray);

}  // namespace out_of_bounds_array
