// capability: isalpha, isdigit, isspace and their kin
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <cctype>

namespace character_classes {

void Reached(std::array<unsigned char, 6> c) {
  if (std::isdigit(c[0]) && std::isupper(c[1]) && std::isspace(c[2]) && std::ispunct(c[3]) && std::isxdigit(c[4]) &&
      std::iscntrl(c[5]) && c[0] + c[1] == '7' + 'Q' && c[2] == '\v' && c[4] == 'F' && c[5] == 127 && c[3] == '~')
    TARGET();
}
FORALL(CharacterClasses, Reached);

void Holds(std::uint8_t c) {
  REQUIRE((std::isalnum(c) != 0) == (std::isalpha(c) != 0 || std::isdigit(c) != 0));
  REQUIRE((std::isdigit(c) != 0) == (c >= '0' && c <= '9'));
}
HOLDS(CharacterClasses);

}  // namespace character_classes
