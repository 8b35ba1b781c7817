// capability: strtol with a symbolic text
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace parse_long {

void Reached(std::array<char, 6> text) {
  text[5] = 0;
  char* end = nullptr;
  if (std::strtol(text.data(), &end, 10) == -409 && *end == ';') TARGET();
}
FORALL(ParseLong, Reached);

void Holds(std::array<char, 3> text) {
  text[2] = 0;
  const long value = std::strtol(text.data(), nullptr, 10);
  REQUIRE(value >= -9 && value <= 99);
}
HOLDS(ParseLong);

}  // namespace parse_long
