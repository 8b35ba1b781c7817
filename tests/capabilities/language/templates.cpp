// capability: recursive templates and constant evaluation mixed with symbolic data
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace templates {

template <unsigned kN>
unsigned horner(const std::array<std::uint8_t, 6>& digits, unsigned x) {
  if constexpr (kN == 0)
    return digits[0];
  else
    return horner<kN - 1>(digits, x) * x + digits[kN];
}

void Reached(std::array<std::uint8_t, 6> digits) {
  if (horner<2>(digits, 64) == 254 * 64 * 64 + 63 * 64 + 200 && digits[1] < 64 && horner<1>(digits, 2) == 571) TARGET();
}
FORALL(Templates, Reached);

void Holds(std::array<std::uint8_t, 6> digits) {
  unsigned sum = 0;
  for (const auto d : digits) sum = sum * 2 + d;
  REQUIRE(horner<5>(digits, 2) == sum);
}
HOLDS(Templates);

}  // namespace templates
