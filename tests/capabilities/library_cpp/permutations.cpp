// capability: std::next_permutation, rotate, reverse
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <algorithm>

namespace permutations {

void Reached(std::array<int, 4> values) {
  std::array<int, 4> next = values;
  if (!std::next_permutation(next.begin(), next.end())) return;
  std::rotate(next.begin(), next.begin() + 1, next.end());
  if (next == std::array<int, 4>{900, -4, 31415, 7}) TARGET();
}
FORALL(Permutations, Reached);

void Holds(std::array<std::uint8_t, 3> values) {
  std::array<std::uint8_t, 3> next = values;
  std::next_permutation(next.begin(), next.end());
  std::prev_permutation(next.begin(), next.end());
  REQUIRE(next == values);
}
HOLDS(Permutations);

}  // namespace permutations
