// capability: strtod with a symbolic text
// Reached: refuted
#include "../capability.h"

namespace parse_double {

void Reached(std::array<char, 5> text) {
  text[4] = 0;
  if (std::strtod(text.data(), nullptr) == 7.25) TARGET();
}
FORALL(ParseDouble, Reached);

}  // namespace parse_double
