// capability: strlen and strnlen
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace string_length {

void Reached(std::array<char, 12> text) {
  text[11] = 0;
  if (std::strlen(text.data()) == 9 && text[8] == '!' && text[10] == 'z' && strnlen(text.data(), 5) == 5) TARGET();
}
FORALL(StringLength, Reached);

void Holds(std::array<char, 3> text) {
  text[2] = 0;
  REQUIRE(std::strlen(text.data()) == (text[0] == 0 ? 0u : text[1] == 0 ? 1u : 2u));
}
HOLDS(StringLength);

}  // namespace string_length
