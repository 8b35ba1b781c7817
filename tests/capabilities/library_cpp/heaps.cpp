// capability: std::make_heap, partition, unique, remove_if
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <algorithm>

namespace heaps {

void Reached(std::array<short, 4> values) {
  std::make_heap(values.begin(), values.end());
  const auto middle = std::partition(values.begin(), values.end(), [](short v) { return v > 100; });
  if (middle - values.begin() == 2 && values[0] == 9999 && *std::max_element(middle, values.end()) == 55) TARGET();
}
FORALL(Heaps, Reached);

void Holds(std::array<std::uint8_t, 3> values) {
  const auto end = std::remove_if(values.begin(), values.end(), [](int v) { return v < 10; });
  REQUIRE(std::all_of(values.begin(), end, [](int v) { return v >= 10; }));
}
HOLDS(Heaps);

}  // namespace heaps
