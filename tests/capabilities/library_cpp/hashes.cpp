// capability: std::hash of strings
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <functional>
#include <string>

namespace hashes {

void Reached(bool first, bool last) {
  std::string text = "seeds";
  text[0] = static_cast<char>('s' + !first);
  text[4] = static_cast<char>('r' + last);
  const std::hash<std::string> hash;
  if (hash(text) == hash("seeds")) TARGET();
}
FORALL(Hashes, Reached);

void Holds(std::uint8_t x) { REQUIRE(std::hash<int>()(x) == x); }
HOLDS(Hashes);

}  // namespace hashes
