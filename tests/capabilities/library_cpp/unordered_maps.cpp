// capability: std::unordered_map with symbolic keys
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <unordered_map>

namespace unordered_maps {

void Reached(unsigned a, unsigned b) {
  std::unordered_map<unsigned, int> m{{17, 1}, {4000000007u, 2}, {99, 3}};
  m[a] += 10;
  const auto found = m.find(b);
  if (m.size() == 3 && found != m.end() && found->second == 12) TARGET();
}
FORALL(UnorderedMaps, Reached);

void Holds(std::uint8_t a) {
  const std::unordered_map<int, int> m{{17, 1}, {42, 2}};
  REQUIRE(m.count(a) == (a == 17 || a == 42));
}
HOLDS(UnorderedMaps);

}  // namespace unordered_maps
