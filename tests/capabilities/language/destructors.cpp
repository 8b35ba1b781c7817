// capability: destructors in order, and with them symbolic state
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace destructors {

struct Log {
  unsigned value = 1;
};
struct Entry {
  Log& log;
  unsigned number;
  ~Entry() { log.value = log.value * 33 + number; }
};

void Reached(unsigned x, unsigned y) {
  Log log;
  {
    const Entry first{log, x};
    const Entry second{log, y};
  }
  if (log.value == 0xabcdef01u && x == 99 * (y & 0xffu)) TARGET();
}
FORALL(Destructors, Reached);

void Holds(std::uint8_t x, std::uint8_t y) {
  Log log;
  {
    const Entry first{log, x}, second{log, y};
  }
  REQUIRE(log.value == 33u * 33u + 33u * y + x);
}
HOLDS(Destructors);

}  // namespace destructors
