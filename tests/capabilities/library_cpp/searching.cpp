// capability: std::lower_bound, equal_range, find_if, count_if
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <algorithm>

namespace searching {

constexpr int kSorted[] = {-1000, -3, 0, 0, 8, 9999, 123456};

void Reached(int x, std::array<short, 4> values) {
  const auto* at = std::lower_bound(std::begin(kSorted), std::end(kSorted), x);
  if (at - kSorted == 6 &&
      std::find_if(values.begin(), values.end(), [&](int v) { return v == x - 100000; }) == values.begin() + 3)
    TARGET();
}
FORALL(Searching, Reached);

void Holds(std::int16_t x) {
  const auto [first, last] = std::equal_range(std::begin(kSorted), std::end(kSorted), x);
  REQUIRE(last - first == (x == 0 ? 2 : x == -1000 || x == -3 || x == 8 || x == 9999 ? 1 : 0));
}
HOLDS(Searching);

}  // namespace searching
