// capability: memcpy of symbolic length
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace copy_of_symbolic_length {

void Reached(std::array<char, 8> from, std::uint8_t length) {
  char to[9] = "????????";
  if (length > 8) return;
  std::memcpy(to, from.data(), length);
  if (std::memcmp(to, "abcde???", 8) == 0 && from[5] != '?') TARGET();
}
FORALL(CopyOfSymbolicLength, Reached);

void Holds(std::uint8_t length, std::uint8_t fill) {
  unsigned char to[5] = {};
  std::memset(to, fill, length % 5u);
  REQUIRE(to[4] == 0 && (length % 5 == 0 || to[0] == fill));
}
HOLDS(CopyOfSymbolicLength);

}  // namespace copy_of_symbolic_length
