// capability: a sparse switch, negative and 64-bit cases
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace switch_sparse {

[[gnu::noinline]] int classify(std::int64_t x) {
  switch (x) {
    case -9000000000000000001: return 1;
    case -17: return 2;
    case 1000000007: return 3;
    case 0x7fffffffffffffff: return 4;
    default: return 0;
  }
}

void Reached(std::int64_t x, std::int64_t y) {
  if (classify(x) == 1 && classify(y) == 3) TARGET();
}
FORALL(SwitchSparse, Reached);

void Holds(std::int64_t x) { REQUIRE((classify(x) == 2) == (x == -17)); }
HOLDS(SwitchSparse);

}  // namespace switch_sparse
