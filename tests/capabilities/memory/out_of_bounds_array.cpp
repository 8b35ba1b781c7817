// capability: an index outside an array is found
// Reached: refuted by out of bounds
// Holds: proved
#include "../capability.h"

namespace out_of_bounds_array {

void Reached(unsigned x) {
  int table[10] = {};
  forall::observe("cell", table[x % 4194301u == 77777u ? x % 11u : x % 10u]);
}
FORALL(OutOfBoundsArray, Reached);

void Holds(std::uint8_t x) {
  int table[10] = {};
  table[x % 10] = 1;
  REQUIRE(table[x % 10] == 1);
}
HOLDS(OutOfBoundsArray);

}  // namespace out_of_bounds_array
