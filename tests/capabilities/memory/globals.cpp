// capability: globals hold symbolic data and are reset before every run
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace globals {

int counter = 10;
int history[4];

void Reached(int x, int y) {
  history[counter++ % 4] = x;
  history[counter++ % 4] = y;
  if (counter == 12 && history[2] == 333333 && history[3] == 444444) TARGET();
}
FORALL(Globals, Reached);

void Holds(std::uint8_t x) {
  REQUIRE(counter == 10);
  counter += x;
  if (x > 100) ++counter;
  REQUIRE(counter >= 10);
  counter = 10;  // for native runs, of which many share a process
}
HOLDS(Globals);

}  // namespace globals
