// capability: std::string of symbolic length
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <string>

namespace string_of_symbolic_length {

void Reached(unsigned n, char c) {
  const std::string s(n % 40, c);
  if (s.size() == 29 && s[7] == '%' && s.capacity() > 15) TARGET();
}
FORALL(StringOfSymbolicLength, Reached);

void Holds(std::uint8_t n) {
  const std::string s(n % 20, 'x');
  REQUIRE(s.size() == n % 20u && s.find('y') == std::string::npos);
}
HOLDS(StringOfSymbolicLength);

}  // namespace string_of_symbolic_length
