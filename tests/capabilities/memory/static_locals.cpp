// capability: static local variables are reset before every run
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace static_locals {

int& state(int first) {
  static int value = first * 2;
  return value;
}

void Reached(int x) {
  if (x < 0 || x > 1000000000) return;
  state(x);
  state(5) += 3;
  if (state(7) == 86421) return;
  if (state(7) == 975313) TARGET();
}
FORALL(StaticLocals, Reached);

void Holds(std::int16_t x) {
  const int first = state(x);
  REQUIRE(state(x + 1) == first);
}
HOLDS(StaticLocals);

}  // namespace static_locals
