// capability: endless recursion is found
// Reached: refuted by stack overflow
#include "../capability.h"

namespace stack_overflow {

[[gnu::noinline]] unsigned depth(unsigned x) {
  volatile unsigned here = x;
  return x == 0x27182818u ? depth(here) + 1 : here;
}

void Reached(unsigned x) { forall::observe("depth", depth(x)); }
FORALL(StackOverflow, Reached);

}  // namespace stack_overflow
