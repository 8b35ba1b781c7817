// capability: std::to_chars
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <charconv>

namespace to_characters {

void Reached(unsigned x) {
  char text[16];
  const auto [end, error] = std::to_chars(text, text + 16, x, 36);
  if (error == std::errc() && end - text == 6 && std::memcmp(text, "forall", 6) == 0) TARGET();
}
FORALL(ToCharacters, Reached);

void Holds(std::uint8_t x) {
  char text[4];
  const auto [end, error] = std::to_chars(text, text + 4, x);
  REQUIRE(error == std::errc() && end[-1] == '0' + x % 10);
}
HOLDS(ToCharacters);

}  // namespace to_characters
