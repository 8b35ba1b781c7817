// capability: memory used after it was freed is found
// Reached: refuted by use after free
#include "../capability.h"

namespace use_after_free {

void Reached(unsigned x) {
  volatile int* p = new int(1);
  volatile int* q = x == 0x89abcdefu ? p : new int(2);
  delete p;
  forall::observe("value", *q + 0);
  if (q != p) delete q;
}
FORALL(UseAfterFree, Reached);

}  // namespace use_after_free
