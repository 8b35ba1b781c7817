// capability: std::any
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <any>

namespace any_values {

void Reached(unsigned kind, int x) {
  std::any a = 5L;
  if (kind == 0xb0bacafeu) a = x;
  const int* found = std::any_cast<int>(&a);
  if (found && *found == -1928374) TARGET();
}
FORALL(AnyValues, Reached);

void Holds(std::uint8_t x) {
  const std::any a = x;
  REQUIRE(std::any_cast<std::uint8_t>(a) == x && a.type() == typeid(std::uint8_t));
}
HOLDS(AnyValues);

}  // namespace any_values
