// capability: tail calls that must be jumps
// Reached: refuted
#include "../capability.h"

namespace tail_calls {

[[gnu::noinline]] unsigned odd(unsigned n, unsigned steps);
[[gnu::noinline]] unsigned even(unsigned n, unsigned steps) {
  if (n < 16) return steps;
  [[clang::musttail]] return odd(n / 2, steps * 3 + n % 2);
}
[[gnu::noinline]] unsigned odd(unsigned n, unsigned steps) {
  if (n < 16) return steps + 1;
  [[clang::musttail]] return even(n / 3, steps * 5 + n % 3);
}

void Reached(unsigned n) {
  if (n > 1000 && n < 1100 && even(n, 1) == 677) TARGET();
}
FORALL(TailCalls, Reached);

}  // namespace tail_calls
