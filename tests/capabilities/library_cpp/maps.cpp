// capability: std::map with symbolic keys
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <map>

namespace maps {

void Reached(std::array<int, 4> keys) {
  std::map<int, int> m;
  for (int i = 0; i < 4; ++i) m[keys[static_cast<std::size_t>(i)]] += i + 1;
  if (m.size() == 2 && m.begin()->first == -99999 && m.begin()->second == 6 && m.rbegin()->first == 88888) TARGET();
}
FORALL(Maps, Reached);

void Holds(std::array<std::uint8_t, 2> keys) {
  std::map<int, int> m{{5, 1}};
  m.erase(keys[0]);
  REQUIRE(m.count(keys[1]) == (keys[1] == 5 && keys[0] != 5));
}
HOLDS(Maps);

}  // namespace maps
