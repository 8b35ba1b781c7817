// capability: the index of a table read from another table
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace two_level_table {

constexpr std::uint8_t kPermutation[16] = {14, 4, 13, 1, 2, 15, 11, 8, 3, 10, 6, 12, 5, 9, 0, 7};

void Reached(std::array<std::uint8_t, 6> x) {
  unsigned code = 0;
  for (const auto v : x) code = code * 16 + kPermutation[kPermutation[kPermutation[v % 16] ^ (v >> 4)]];
  if (code == 0x5ac31f && x[0] > 100 && x[5] > 200) TARGET();
}
FORALL(TwoLevelTable, Reached);

void Holds(std::uint8_t x) { REQUIRE(kPermutation[kPermutation[x % 16]] != kPermutation[kPermutation[(x + 1) % 16]]); }
HOLDS(TwoLevelTable);

}  // namespace two_level_table
