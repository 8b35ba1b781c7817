// capability: std::hash of strings
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <functional>
#include <string>

namespace hashes {

void Reached(std::array<char, 5> text) {
  const std::hash<std::string> hash;
  if (hash(std::string(text.data(), 5)) == hash("seeds") && text[0] == 's' && text[4] == 's') TARGET();
}
FORALL(Hashes, Reached);

void Holds(std::uint8_t x) { REQUIRE(std::hash<int>()(x) == x); }
HOLDS(Hashes);

}  // namespace hashes
