// capability: bytes of one type read as another
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace type_punning {

void Reached(std::array<unsigned char, 8> bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes.data(), 8);
  std::uint32_t middle = 0;
  std::memcpy(&middle, bytes.data() + 3, 4);
  if (word % 1000003 == 500 && middle == 0x0badf00du) TARGET();
}
FORALL(TypePunning, Reached);

void Holds(std::uint16_t x) {
  unsigned char bytes[2];
  std::memcpy(bytes, &x, 2);
  std::swap(bytes[0], bytes[1]);
  std::uint16_t y = 0;
  std::memcpy(&y, bytes, 2);
  REQUIRE(y == __builtin_bswap16(x));
}
HOLDS(TypePunning);

}  // namespace type_punning
