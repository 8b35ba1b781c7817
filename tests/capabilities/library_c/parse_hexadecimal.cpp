// capability: strtoul with another base
// Reached: refuted
#include "../capability.h"

namespace parse_hexadecimal {

void Reached(std::array<char, 7> text) {
  text[6] = 0;
  if (std::strtoul(text.data(), nullptr, 16) == 0xbeef && text[1] == 'X') TARGET();
}
FORALL(ParseHexadecimal, Reached);

}  // namespace parse_hexadecimal
