// capability: a dense switch (jump table)
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace switch_dense {

[[gnu::noinline]] int step(unsigned state) {
  switch (state) {
    case 0: return 5;
    case 1: return 3;
    case 2: return 7;
    case 3: return 1;
    case 4: return 0;
    case 5: return 2;
    case 6: return 6;
    case 7: return 4;
    default: return -1;
  }
}

void Reached(unsigned a, unsigned b, unsigned c) {
  if (step(a * 7u) == 6 && step(b ^ 0x55555555u) == 2 && step(c + 123456u) == 4) TARGET();
}
FORALL(SwitchDense, Reached);

void Holds(std::uint8_t x) { REQUIRE(step(x) == -1 || x < 8); }
HOLDS(SwitchDense);

}  // namespace switch_dense
