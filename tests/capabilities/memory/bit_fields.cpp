// capability: bit-fields
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace bit_fields {

struct Packed {
  unsigned a : 3;
  int b : 7;
  unsigned c : 13;
  bool d : 1;
  std::uint64_t e : 40;
};

void Reached(unsigned x, std::uint64_t y) {
  Packed p{};
  p.a = x;
  p.b = static_cast<int>(x >> 3);
  p.c = x >> 10;
  p.d = (x >> 23) != 0;
  p.e = y * 3;
  if (p.a == 5 && p.b == -23 && p.c == 4321 && p.d && p.e == 0x123456789a) TARGET();
}
FORALL(BitFields, Reached);

void Holds(std::uint8_t x, std::uint8_t y) {
  Packed p{};
  p.a = x;
  p.c = y;
  REQUIRE(p.a == x % 8 && p.c == y && p.b == 0);
}
HOLDS(BitFields);

}  // namespace bit_fields
