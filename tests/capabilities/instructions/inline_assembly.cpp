// capability: inline assembly
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace inline_assembly {

void Reached(unsigned x) {
  unsigned y = x ^ 0x13579bdfu;
  asm volatile("" : "+r"(y));
  if (y == 0x2468ace0u) TARGET();
}
FORALL(InlineAssembly, Reached);

void Holds(std::uint8_t x) {
  unsigned y = x;
  asm("" : "+r"(y));
  REQUIRE(y == x);
}
HOLDS(InlineAssembly);

}  // namespace inline_assembly
