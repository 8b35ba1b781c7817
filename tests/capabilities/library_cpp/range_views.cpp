// capability: ranges: filter, transform, take, algorithms
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <algorithm>
#include <ranges>

namespace range_views {

void Reached(std::array<int, 4> values) {
  unsigned hash = 7;
  for (const unsigned x : values | std::views::filter([](int v) { return v > 100; }) | std::views::transform([](int v) {
                            return static_cast<unsigned>(v) * 3u;
                          }) | std::views::take(2))
    hash = hash * 31 + x;
  if (hash == 0x77665544u && std::ranges::count(values, -1) == 2) TARGET();
}
FORALL(RangeViews, Reached);

void Holds(std::array<std::uint8_t, 3> values) {
  std::ranges::sort(values);
  REQUIRE(std::ranges::is_sorted(values) && *std::ranges::max_element(values) == values[2]);
}
HOLDS(RangeViews);

}  // namespace range_views
