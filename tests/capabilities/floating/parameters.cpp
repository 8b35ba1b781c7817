// capability: parameters of floating-point type
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace parameters {

void Reached(float x, double y) {
  if (x == 0.1f && y == 0.2) TARGET();
}
FORALL(Parameters, Reached);

void Holds(float x) { REQUIRE(x == x || x != x); }
HOLDS(Parameters);

}  // namespace parameters
