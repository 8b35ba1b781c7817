// capability: std::to_string
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <string>

namespace number_to_string {

void Reached(int x) {
  if (std::to_string(x) == "-8675309") TARGET();
}
FORALL(NumberToString, Reached);

void Holds(std::uint8_t x) {
  const std::string s = std::to_string(x);
  REQUIRE(s.size() == (x < 10 ? 1u : x < 100 ? 2u : 3u) && s.back() == '0' + x % 10);
}
HOLDS(NumberToString);

}  // namespace number_to_string
