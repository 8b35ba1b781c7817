// capability: thread-local variables
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace thread_locals {

thread_local int depth = 3;

void Reached(int x) {
  if (x > 1000000000) return;
  depth += x;
  if (depth == 567890) TARGET();
}
FORALL(ThreadLocals, Reached);

void Holds(std::uint8_t x) {
  REQUIRE(depth == 3);
  depth = x;
  if (x > 7) REQUIRE(depth > 7);
  depth = 3;  // for native runs, of which many share a process
}
HOLDS(ThreadLocals);

}  // namespace thread_locals
