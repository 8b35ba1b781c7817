// capability: realloc keeps symbolic contents
// Reached: refuted
#include "../capability.h"

namespace reallocation {

void Reached(int x, unsigned n) {
  auto* block = static_cast<int*>(std::malloc(2 * sizeof(int)));
  block[0] = 1;
  block[1] = x;
  block = static_cast<int*>(std::realloc(block, (n % 4 + 3) * sizeof(int)));
  block[n % 4 + 2] = 9;
  const bool found = block[1] == 13579246 && n % 4 == 2 && block[4] == 9;
  std::free(block);
  if (found) TARGET();
}
FORALL(Reallocation, Reached);

}  // namespace reallocation
