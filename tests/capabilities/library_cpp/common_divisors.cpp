// capability: std::gcd and std::lcm
// Reached: refuted
#include "../capability.h"

#include <numeric>

namespace common_divisors {

void Reached(std::uint16_t x, std::uint16_t y) {
  if (x > y && y > 30 && x < 50 && std::gcd(x, y) == 7 && std::lcm(x, y) == 210) TARGET();
}
FORALL(CommonDivisors, Reached);

}  // namespace common_divisors
