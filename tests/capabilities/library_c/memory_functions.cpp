// capability: memcmp, memchr, memset and memmove
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace memory_functions {

void Reached(std::array<char, 8> text, char fill) {
  std::array<char, 8> moved = text;
  std::memmove(moved.data() + 2, moved.data(), 6);
  std::memset(moved.data(), fill, 2);
  const void* found = std::memchr(moved.data(), '#', 8);
  if (std::memcmp(moved.data(), "((abcd#f", 8) == 0 && found == moved.data() + 6) TARGET();
}
FORALL(MemoryFunctions, Reached);

void Holds(std::array<std::uint8_t, 2> a) { REQUIRE((std::memcmp(&a[0], &a[1], 1) == 0) == (a[0] == a[1])); }
HOLDS(MemoryFunctions);

}  // namespace memory_functions
