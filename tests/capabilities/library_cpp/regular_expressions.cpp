// capability: std::regex on symbolic text
// Reached: refuted
#include "../capability.h"

#include <regex>

namespace regular_expressions {

void Reached(std::array<char, 4> text) {
  static const std::regex kPattern("[a-c]+[0-9]x");
  if (std::regex_match(text.data(), text.data() + 4, kPattern) && text[0] == 'b' && text[2] == '7') TARGET();
}
FORALL(RegularExpressions, Reached);

}  // namespace regular_expressions
