// capability: std::from_chars
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <charconv>

namespace from_characters {

void Reached(std::array<char, 6> text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + 6, value);
  if (error == std::errc() && value == -9182 && end == text.data() + 5 && *end == 'k') TARGET();
}
FORALL(FromCharacters, Reached);

void Holds(std::array<char, 2> text) {
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + 2, value);
  REQUIRE(error == std::errc() ? value <= 99 && end > text.data() : end == text.data());
}
HOLDS(FromCharacters);

}  // namespace from_characters
