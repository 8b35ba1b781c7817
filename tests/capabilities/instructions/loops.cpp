// capability: loops with a symbolic number of iterations
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace loops {

void Reached(unsigned x) {
  int rounds = 0;
  for (unsigned n = x % 16u + 1; n != 1; n = n % 2 == 0 ? n / 2 : 3 * n + 1) ++rounds;
  if (rounds == 19) TARGET();
}
FORALL(Loops, Reached);

void Holds(std::uint8_t n) {
  unsigned sum = 0;
  for (unsigned i = 1; i <= n % 20u; ++i) sum += i;
  REQUIRE(sum == n % 20u * (n % 20u + 1) / 2);
}
HOLDS(Loops);

}  // namespace loops
