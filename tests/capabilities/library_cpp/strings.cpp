// capability: std::string: append, find, compare, substr, insert
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <string>

namespace strings {

void Reached(std::array<char, 8> text) {
  std::string s(text.data(), 4);
  s += '-';
  s.append(text.data() + 4, 4);
  s.insert(2, "++");
  if (s.find("-ok") == 6 && s.substr(0, 6) == "ab++cd" && s.back() == '?' && s.rfind('+') == 3) TARGET();
}
FORALL(Strings, Reached);

void Holds(std::array<char, 2> text) {
  const std::string s(text.begin(), text.end());
  REQUIRE(s + s == std::string(text.data(), 2).append(s) && (s + "x").size() == 3);
}
HOLDS(Strings);

}  // namespace strings
