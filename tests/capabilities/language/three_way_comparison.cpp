// capability: the three-way comparison, written and defaulted
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <compare>

namespace three_way_comparison {

struct Version {
  int major, minor, patch;
  auto operator<=>(const Version&) const = default;
};

void Reached(int a, int b, int c) {
  const Version v{a, b, c};
  if (v > Version{4096, 17, 3} && v < Version{4096, 17, 5} && (a <=> b) > 0) TARGET();
}
FORALL(ThreeWayComparison, Reached);

void Holds(std::array<std::int8_t, 4> x) {
  const Version a{x[0], x[1], 0}, b{x[2], x[3], 0};
  REQUIRE(((a <=> b) < 0) == (x[0] < x[2] || (x[0] == x[2] && x[1] < x[3])) && (a == b) == ((a <=> b) == 0));
}
HOLDS(ThreeWayComparison);

}  // namespace three_way_comparison
