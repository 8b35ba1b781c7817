// capability: text of wide and UTF-16 characters
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <string>

namespace wide_text {

void Reached(std::array<char16_t, 4> text) {
  const std::u16string s(text.begin(), text.end());
  if (s == u"\u00e9t\u00e9!" && s.find(u't') == 1) TARGET();
}
FORALL(WideText, Reached);

void Holds(char32_t c) { REQUIRE(std::u32string(2, c)[1] == c); }
HOLDS(WideText);

}  // namespace wide_text
