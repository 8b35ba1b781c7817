// capability: toupper and tolower
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <cctype>

namespace character_case {

void Reached(std::array<char, 6> word) {
  for (char& c : word) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  if (std::memcmp(word.data(), "SHOUT!", 6) == 0) TARGET();
}
FORALL(CharacterCase, Reached);

void Holds(std::uint8_t c) { REQUIRE(std::tolower(c) == (c >= 'A' && c <= 'Z' ? c + 32 : c)); }
HOLDS(CharacterCase);

}  // namespace character_case
