// capability: the time: the real answer, in the ledger
// Reached: open: environment
#include "../capability.h"

#include <ctime>

namespace time_of_day {

void Reached(int x) {
  if (std::time(nullptr) == 86400 && x == 5) TARGET();
}
FORALL(TimeOfDay, Reached);

}  // namespace time_of_day
