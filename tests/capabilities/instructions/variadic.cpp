// capability: variable arguments
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <cstdarg>

namespace variadic {

[[gnu::noinline]] int sum(int count, ...) {
  va_list arguments;
  va_start(arguments, count);
  int total = 0;
  for (int i = 0; i < count; ++i) total += va_arg(arguments, int);
  va_end(arguments);
  return total;
}

void Reached(short x, short y) {
  if (sum(3, int{x}, 2 * y, 1000) == 12346 && x - y == 777) TARGET();
}
FORALL(Variadic, Reached);

void Holds(std::int8_t x, std::int8_t y) { REQUIRE(sum(2, int{x}, int{y}) == x + y); }
HOLDS(Variadic);

}  // namespace variadic
