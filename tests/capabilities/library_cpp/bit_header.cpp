// capability: the functions of <bit>
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <bit>

namespace bit_header {

void Reached(std::uint32_t x) {
  if (std::bit_ceil(x % 65536u) == 4096u && std::bit_floor(x) == 1u << 30 && std::has_single_bit(x & 0xffffu)) TARGET();
}
FORALL(BitHeader, Reached);

void Holds(std::uint16_t x) { REQUIRE(x == 0 || (std::bit_floor(x) <= x && std::has_single_bit(std::bit_floor(x)))); }
HOLDS(BitHeader);

}  // namespace bit_header
