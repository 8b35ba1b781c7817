// capability: destructors during stack unwinding
// Reached: refuted
#include "../capability.h"

namespace unwinding {

struct Guard {
  unsigned& depth;
  unsigned amount;
  ~Guard() { depth = depth * 10 + amount; }
};

[[gnu::noinline]] void descend(unsigned x, unsigned& depth) {
  const Guard guard{depth, x % 10};
  if (x == 0) throw 1;
  descend(x / 10, depth);
}

void Reached(unsigned x) {
  unsigned depth = 0;
  try {
    descend(x % 100000, depth);
  } catch (...) {
    if (depth == 54321) TARGET();
  }
}
FORALL(Unwinding, Reached);

}  // namespace unwinding
