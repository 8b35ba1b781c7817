// capability: clocks: the real answer, in the ledger
// Reached: open: environment
#include "../capability.h"

#include <chrono>

namespace clocks {

void Reached(int x) {
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  if (now == 77 && x == 5) TARGET();
}
FORALL(Clocks, Reached);

}  // namespace clocks
