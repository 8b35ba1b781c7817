// capability: random numbers: as they come, noted
// Reached: open: environment
#include "../capability.h"

namespace random_numbers {

void Reached(int x) {
  if (std::rand() == 123456 && x == 5) TARGET();
}
FORALL(RandomNumbers, Reached);

}  // namespace random_numbers
