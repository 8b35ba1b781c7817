// capability: choices without branches
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace branchless_choice {

void Reached(unsigned x, unsigned y) {
  unsigned hash = 17;
  for (int i = 0; i < 6; ++i) hash = hash * 31 + ((x >> i & 1) ? y : ~y);
  if (hash == 0x514f5eb1u && x >> 6 == 0) TARGET();
}
FORALL(BranchlessChoice, Reached);

void Holds(std::uint8_t x, std::uint8_t y) {
  const unsigned low = x < y ? x : y, high = x < y ? y : x;
  REQUIRE(low <= high && low + high == static_cast<unsigned>(x) + y);
}
HOLDS(BranchlessChoice);

}  // namespace branchless_choice
