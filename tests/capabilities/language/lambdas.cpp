// capability: lambdas with captures, generic and recursive
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace lambdas {

void Reached(int x, int y) {
  const auto add = [x](auto value) { return static_cast<unsigned>(x) + static_cast<unsigned>(value); };
  const auto power = [&](auto self, unsigned n) -> unsigned { return n == 0 ? 1u : add(y) * self(self, n - 1); };
  if (power(power, 3) == 0x18000001u * 0x18000001u * 0x18000001u && x > 100 && y > x) TARGET();
}
FORALL(Lambdas, Reached);

void Holds(std::uint8_t x, std::uint8_t y) {
  int calls = 0;
  auto count = [&calls, x](int by) mutable { return calls += by + x; };
  count(1);
  REQUIRE(count(y) == 2 * x + y + 1);
}
HOLDS(Lambdas);

}  // namespace lambdas
