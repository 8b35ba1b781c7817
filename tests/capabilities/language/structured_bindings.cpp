// capability: structured bindings, tuples and pairs
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <tuple>
#include <utility>

namespace structured_bindings {

std::tuple<int, char, std::pair<short, long>> taken(int x, short y) { return {x + 1, 'c', {y, x * 3L}}; }

void Reached(int x, short y) {
  if (x > 1000000000) return;
  const auto [a, b, rest] = taken(x, y);
  const auto [c, d] = rest;
  if (a == 777778 && b == 'c' && c == -4321 && d == 3 * 777777L) TARGET();
}
FORALL(StructuredBindings, Reached);

void Holds(std::uint8_t x, std::uint8_t y) {
  auto pair = std::make_pair(x, y);
  std::swap(pair.first, pair.second);
  REQUIRE(std::tie(pair.second, pair.first) == std::make_tuple(x, y));
}
HOLDS(StructuredBindings);

}  // namespace structured_bindings
