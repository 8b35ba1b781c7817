// capability: std::sort and std::stable_sort
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <algorithm>

namespace sorting {

void Reached(std::array<int, 4> values) {
  std::sort(values.begin(), values.end());
  if (values[0] == -1000001 && values[1] == 76 && values[2] == 77 && values[3] == 1000001) TARGET();
}
FORALL(Sorting, Reached);

void Holds(std::array<std::int8_t, 4> values) {
  std::stable_sort(values.begin(), values.end());
  REQUIRE(std::is_sorted(values.begin(), values.end()));
}
HOLDS(Sorting);

}  // namespace sorting
