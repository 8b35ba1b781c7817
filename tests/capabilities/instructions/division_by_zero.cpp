// capability: a division by zero is found
// Reached: refuted by division by zero
// Holds: proved
#include "../capability.h"

namespace division_by_zero {

[[gnu::noinline]] unsigned share(unsigned total, unsigned parts) { return total / (parts ^ 0x5a5aa5a5u); }

void Reached(unsigned total, unsigned parts) { forall::observe("share", share(total, parts)); }
FORALL(DivisionByZero, Reached);

void Holds(std::uint8_t total, std::uint8_t parts) { REQUIRE(total / (parts + 1) <= total); }
HOLDS(DivisionByZero);

}  // namespace division_by_zero
