// capability: recursion with symbolic arguments
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace recursion {

[[gnu::noinline]] unsigned ackermann(unsigned m, unsigned n) {
  if (m == 0) return n + 1;
  return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

void Reached(unsigned m, unsigned n) {
  if (m < 3 && n < 6 && ackermann(m, n) == 11 && n > 3) TARGET();
}
FORALL(Recursion, Reached);

void Holds(std::uint8_t n) { REQUIRE(ackermann(1, n % 8u) == n % 8u + 2); }
HOLDS(Recursion);

}  // namespace recursion
