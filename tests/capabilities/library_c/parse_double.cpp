// capability: strtod with a symbolic text
// Reached: refuted
#include "../capability.h"

namespace parse_double {

void Reached(char digit, char exponent) {
  const char text[] = {digit, '.', '5', 'e', exponent, 0};
  if (digit == '7' && std::strtod(text, nullptr) == 750.0) TARGET();
}
FORALL(ParseDouble, Reached);

}  // namespace parse_double
