// capability: std::gcd and std::lcm
// Reached: refuted
#include "../capability.h"

#include <numeric>

namespace common_divisors {

void Reached(std::uint16_t x, std::uint16_t y) {
  if (x > y && y > 150 && x < 250 && std::gcd(x, y) == 17 && std::lcm(x, y) == 17 * 11 * 12) TARGET();
}
FORALL(CommonDivisors, Reached);

}  // namespace common_divisors
