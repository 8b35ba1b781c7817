// capability: widening with and without sign, and truncation
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace conversions {

void Reached(std::int64_t x) {
  const auto byte = static_cast<std::int8_t>(x);
  const auto half = static_cast<std::uint16_t>(x >> 8);
  if (byte == -3 && static_cast<std::uint64_t>(static_cast<std::int64_t>(byte)) == ~2ULL && half == 0xbeef &&
      static_cast<std::int32_t>(x >> 32) == -1048577)
    TARGET();
}
FORALL(Conversions, Reached);

void Holds(std::uint16_t x) {
  const auto s = static_cast<std::int16_t>(x);
  REQUIRE(static_cast<std::uint32_t>(s) == (x < 0x8000u ? x : x + 0xffff0000u));
}
HOLDS(Conversions);

}  // namespace conversions
