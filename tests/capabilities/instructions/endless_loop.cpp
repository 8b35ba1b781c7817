// capability: an endless loop is found
// Reached: refuted by endless loop
#include "../capability.h"

namespace endless_loop {

void Reached(unsigned x) {
  volatile unsigned n = x;
  while (n == 0x31415926u) {
  }
}
FORALL(EndlessLoop, Reached);

}  // namespace endless_loop
