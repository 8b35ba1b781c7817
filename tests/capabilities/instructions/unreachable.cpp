// capability: a promise to the compiler that does not hold is found
// Reached: refuted by unreachable code reached
#include "../capability.h"

namespace unreachable {

[[gnu::noinline]] int digit(unsigned x) {
  switch (x % 1000003u) {
    case 0: return 1;
    case 41: __builtin_unreachable();
    default: return 2;
  }
}

void Reached(unsigned x) { REQUIRE(digit(x) > 0); }
FORALL(Unreachable, Reached);

}  // namespace unreachable
