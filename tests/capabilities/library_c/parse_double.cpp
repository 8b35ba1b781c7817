// capability: strtod with a symbolic text
// Reached: refuted
#include "../capability.h"

namespace parse_double {

void Reached(std::array<char, 3> text) {
  text[2] = 0;
  if (std::strtod(text.data(), nullptr) == 7.0 && text[1] == '.') TARGET();
}
FORALL(ParseDouble, Reached);

}  // namespace parse_double
