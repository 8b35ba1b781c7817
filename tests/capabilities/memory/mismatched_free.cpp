// capability: new[] released by delete is found
// Reached: refuted by mismatched free
#include "../capability.h"

namespace mismatched_free {

void Reached(unsigned x) {
  char* p = new char[10];
  if (x == 0x77777778u)
    delete p;
  else
    delete[] p;
}
FORALL(MismatchedFree, Reached);

}  // namespace mismatched_free
