// capability: a computed goto (indirectbr)
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace indirect_goto {

void Reached(unsigned x) {
  static void* const kLabels[] = {&&zero, &&one, &&two, &&three};
  unsigned steps = 0;
  goto* kLabels[x & 3];
zero:
  return;
one:
  if (++steps > 4) return;
  goto* kLabels[x >> (2 * steps) & 3];
two:
  if (++steps > 4) return;
  goto* kLabels[x >> (2 * steps) & 3];
three:
  if (steps == 4 && x >> 10 == 0x2bcdefu) TARGET();
}
FORALL(IndirectGoto, Reached);

void Holds(std::uint8_t x) {
  static void* const kLabels[] = {&&even, &&odd};
  bool is_odd = false;
  goto* kLabels[x & 1];
odd:
  is_odd = true;
even:
  REQUIRE(is_odd == (x % 2 != 0));
}
HOLDS(IndirectGoto);

}  // namespace indirect_goto
