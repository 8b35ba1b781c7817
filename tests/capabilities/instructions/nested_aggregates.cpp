// capability: nested aggregates as values (insertvalue, extractvalue)
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace nested_aggregates {

struct Inner {
  int a;
  short b;
};
struct Outer {
  Inner left, right;
};

[[gnu::noinline]] Outer swapped(Outer o) { return {o.right, {o.left.a ^ 1, o.left.b}}; }

void Reached(int x, short y, int z) {
  const Outer o = swapped({{x, y}, {z, 7}});
  if (o.left.a == 31337 && o.right.a == -65535 && o.right.b == 1234 && o.left.b == 7) TARGET();
}
FORALL(NestedAggregates, Reached);

void Holds(std::uint8_t x, std::uint8_t y) {
  const Outer o = swapped(swapped({{x, 1}, {y, 2}}));
  REQUIRE(o.left.a == (x ^ 1) && o.right.a == (y ^ 1) && o.left.b == 1 && o.right.b == 2);
}
HOLDS(NestedAggregates);

}  // namespace nested_aggregates
