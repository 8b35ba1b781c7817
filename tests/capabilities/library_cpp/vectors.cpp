// capability: std::vector: growth, insertion, erasure
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <vector>

namespace vectors {

void Reached(std::array<int, 5> values) {
  std::vector<int> v;
  for (const int x : values)
    if (x > 1000) v.push_back(x);
  if (v.size() != 3) return;
  v.insert(v.begin() + 1, values[4]);
  v.erase(v.begin());
  if (v[0] == -5 && v[1] == 4444 && v[2] == 55555) TARGET();
}
FORALL(Vectors, Reached);

void Holds(std::uint8_t n) {
  std::vector<int> v(n % 5, 7);
  v.resize(n % 3 + 2u);
  REQUIRE(v.size() == n % 3 + 2u);
}
HOLDS(Vectors);

}  // namespace vectors
