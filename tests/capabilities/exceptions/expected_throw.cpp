// capability: an expected exception (Throws)
// Reached: refuted by a failed claim
// Holds: proved
#include "../capability.h"

#include <stdexcept>

namespace expected_throw {

void Reached(int x) {
  if (x == 271828182) return;
  throw std::invalid_argument("anything else");
}
FORALL(ExpectedThrow, Reached).Throws<std::invalid_argument>();

void Holds(std::uint8_t x) {
  try {
    throw std::out_of_range("always");
  } catch (const std::out_of_range& e) {
    REQUIRE(e.what()[0] == 'a' && x >= 0);
  }
}
HOLDS(ExpectedThrow);

}  // namespace expected_throw
