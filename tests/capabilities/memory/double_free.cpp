// capability: memory freed twice is found
// Reached: refuted by bad free
#include "../capability.h"

namespace double_free {

void Reached(unsigned x) {
  volatile int* p = new int(1);
  *p = 2;
  delete p;
  if (x * 3u == 0x3456789cu) delete p;
}
FORALL(DoubleFree, Reached);

}  // namespace double_free
