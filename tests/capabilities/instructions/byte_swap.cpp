// capability: byte swap and bit reversal
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace byte_swap {

void Reached(std::uint64_t x, std::uint32_t y) {
  if (__builtin_bswap64(x) == 0x0123456789abcdefu && __builtin_bitreverse32(y) == 0x1e6a2c48u) TARGET();
}
FORALL(ByteSwap, Reached);

void Holds(std::uint16_t x) {
  REQUIRE(__builtin_bswap16(x) == static_cast<std::uint16_t>(x << 8 | x >> 8));
  REQUIRE(__builtin_bitreverse16(__builtin_bitreverse16(x)) == x);
}
HOLDS(ByteSwap);

}  // namespace byte_swap
