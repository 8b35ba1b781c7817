// capability: random numbers: the real ones, in the ledger
// Reached: open: environment
#include "../capability.h"

namespace random_numbers {

void Reached(int x) {
  if (std::rand() == 123456 && x == 5) TARGET();
}
FORALL(RandomNumbers, Reached);

}  // namespace random_numbers
