// capability: the time as an input (SymbolicEnvironment)
// Reached: refuted
#include "../capability.h"

#include <ctime>

namespace symbolic_time {

void Reached(int x) {
  if (std::time(nullptr) % 86400 == 54321 && x == 5) TARGET();
}
FORALL(SymbolicTime, Reached).SymbolicEnvironment(forall::Time);

}  // namespace symbolic_time
