// capability: an atomic maximum by compare and exchange in a loop
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <atomic>

namespace atomic_loop {

[[gnu::noinline]] void raise(std::atomic<long>& value, long to) {
  long seen = value.load(std::memory_order_relaxed);
  while (seen < to && !value.compare_exchange_weak(seen, to)) {
  }
}

void Reached(long x, long y) {
  std::atomic<long> value{-5000000000};
  raise(value, x);
  raise(value, y);
  if (value == 7777777777 && x == 7777770000) TARGET();
}
FORALL(AtomicLoop, Reached);

void Holds(std::int8_t x, std::int8_t y) {
  std::atomic<long> value{x};
  raise(value, y);
  REQUIRE(value == std::max(x, y));
}
HOLDS(AtomicLoop);

}  // namespace atomic_loop
