// capability: atoi and atol
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace parse_integer {

void Reached(std::array<char, 6> text) {
  text[5] = 0;
  if (std::atoi(text.data()) == 31337 && text[0] != '+') TARGET();
}
FORALL(ParseInteger, Reached);

void Holds(std::array<char, 2> text) {
  text[1] = 0;
  REQUIRE(std::atoi(text.data()) == (text[0] >= '0' && text[0] <= '9' ? text[0] - '0' : 0));
}
HOLDS(ParseInteger);

}  // namespace parse_integer
