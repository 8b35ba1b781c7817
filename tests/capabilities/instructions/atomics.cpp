// capability: atomic operations on symbolic data
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <atomic>

namespace atomics {

void Reached(int x, int y) {
  std::atomic<int> a{x};
  a.fetch_add(y);
  a.fetch_xor(0x00ff00ff);
  int expected = 0x13572468;
  if (a.compare_exchange_strong(expected, y) && a.exchange(1) == -24680) TARGET();
}
FORALL(Atomics, Reached);

void Holds(std::uint8_t x, std::uint8_t y) {
  std::atomic<unsigned> a{x};
  const unsigned before = a.fetch_sub(y);
  REQUIRE(before == x && a.load() + y == x);
}
HOLDS(Atomics);

}  // namespace atomics
