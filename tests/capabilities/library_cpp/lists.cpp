// capability: std::list: splice, sort, unique
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <list>

namespace lists {

void Reached(std::array<short, 3> values) {
  std::list<short> a(values.begin(), values.end()), b{100, 200};
  a.splice(a.begin(), b);
  a.sort();
  a.unique();
  if (a.size() == 4 && a.front() == -12345 && *std::next(a.begin()) == 100 && a.back() == 4321) TARGET();
}
FORALL(Lists, Reached);

void Holds(std::array<std::uint8_t, 2> values) {
  std::list<std::uint8_t> a(values.begin(), values.end());
  a.reverse();
  REQUIRE(a.front() == values[1] && a.back() == values[0]);
}
HOLDS(Lists);

}  // namespace lists
