// capability: std::span
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <span>

namespace spans {

void Reached(std::array<int, 6> values, unsigned from) {
  const std::span<int> all(values);
  const auto part = all.subspan(from % 4, 3);
  if (part.front() == 24 && part.back() == -42 && part[1] == 1 << 20 && from % 4 == 2) TARGET();
}
FORALL(Spans, Reached);

void Holds(std::array<std::uint8_t, 3> values) {
  unsigned sum = 0;
  for (const auto v : std::span<const std::uint8_t>(values).last(2)) sum += v;
  REQUIRE(sum == static_cast<unsigned>(values[1]) + values[2]);
}
HOLDS(Spans);

}  // namespace spans
