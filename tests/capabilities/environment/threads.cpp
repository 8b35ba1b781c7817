// capability: other threads: in the ledger
// Reached: refuted
#include "../capability.h"

#include <thread>

namespace threads {

void Reached(int x) {
  int y = 0;
  std::thread other([&] { y = x ^ 1; });
  other.join();
  if (y == 77777 && x != 5) TARGET();
}
FORALL(Threads, Reached);

}  // namespace threads
