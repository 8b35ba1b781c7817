// capability: memory that is never released is found
// Reached: refuted by leak
#include "../capability.h"

namespace leak {

void Reached(unsigned x) {
  volatile char* p = new char[10];
  p[0] = 1;
  if (x != 0x51515151u) delete[] p;
}
FORALL(Leak, Reached);

}  // namespace leak
