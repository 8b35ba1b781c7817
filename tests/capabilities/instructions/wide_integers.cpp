// capability: 128-bit integers
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace wide_integers {

void Reached(std::uint64_t x, std::uint64_t y) {
  const auto wide = (static_cast<unsigned __int128>(x) << 64 | y) * 5 - 1;
  if (static_cast<std::uint64_t>(wide >> 64) == 0x123456789u && static_cast<std::uint64_t>(wide) == 41) TARGET();
}
FORALL(WideIntegers, Reached);

void Holds(std::int64_t x, std::int64_t y) {
  const auto sum = static_cast<__int128>(x) + y;
  REQUIRE((sum > 0) == (x > 0 ? y > -x : y > 0 && -static_cast<__int128>(x) < y));
}
HOLDS(WideIntegers);

}  // namespace wide_integers
