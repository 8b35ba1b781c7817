// capability: std::set and std::multiset with symbolic keys
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <set>

namespace sets {

void Reached(std::array<unsigned, 3> keys) {
  const std::set<unsigned> s(keys.begin(), keys.end());
  const std::multiset<unsigned> m(keys.begin(), keys.end());
  if (s.size() == 2 && m.count(0xabcd0000u) == 2 && *s.rbegin() == 0xabcd0001u && s.lower_bound(5) == s.begin())
    TARGET();
}
FORALL(Sets, Reached);

void Holds(std::array<std::uint8_t, 2> keys) {
  const std::set<int> s(keys.begin(), keys.end());
  REQUIRE(s.size() == (keys[0] == keys[1] ? 1u : 2u) && *s.begin() == std::min(keys[0], keys[1]));
}
HOLDS(Sets);

}  // namespace sets
