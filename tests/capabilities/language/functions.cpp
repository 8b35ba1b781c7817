// capability: std::function chosen by symbolic data
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <functional>

namespace functions {

void Reached(unsigned which, int x) {
  std::function<int(int)> f = [](int v) { return v ^ 0x55; };
  if (which == 0xfeedf00du) f = [x](int v) { return v - (x >> 3); };
  if (f(1000) == -2000000) TARGET();
}
FORALL(Functions, Reached);

void Holds(std::uint8_t x, bool twice) {
  std::function<int(int)> f = [](int v) { return v + 1; };
  if (twice) f = [f](int v) { return f(f(v)); };
  REQUIRE(f(x) == x + (twice ? 2 : 1));
}
HOLDS(Functions);

}  // namespace functions
