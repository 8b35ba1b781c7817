// capability: a shift by the width or more is found
// Reached: refuted by invalid shift
#include "../capability.h"

namespace invalid_shift {

void Reached(unsigned x, unsigned n) {
  if (n >= 0x80000020u) return;
  if (n * 3u == 0x60u) forall::observe("x", x << n);
}
FORALL(InvalidShift, Reached);

}  // namespace invalid_shift
