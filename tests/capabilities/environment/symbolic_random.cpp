// capability: random numbers as inputs (SymbolicEnvironment)
// Reached: refuted
#include "../capability.h"

namespace symbolic_random {

void Reached(int x) {
  const int first = std::rand(), second = std::rand();
  if (first == 123456 && second == first / 3 && x == 5) TARGET();
}
FORALL(SymbolicRandom, Reached).SymbolicEnvironment(forall::Random);

}  // namespace symbolic_random
