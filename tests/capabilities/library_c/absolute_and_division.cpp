// capability: abs, labs, div and ldiv
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace absolute_and_division {

void Reached(int x, long y) {
  const std::div_t q = std::div(x, 1000);
  const std::ldiv_t r = std::ldiv(y, -77777);
  if (q.quot == -4321 && q.rem == -99 && r.quot == 123456 && r.rem == -1234 && std::labs(y) > 5 && std::abs(x) > 5)
    TARGET();
}
FORALL(AbsoluteAndDivision, Reached);

void Holds(std::int8_t x, std::int8_t y) {
  if (y == 0 || y < -4 || y > 3) return;
  const std::div_t q = std::div(x, y);
  REQUIRE(q.quot * y + q.rem == x && std::abs(x) >= 0);
}
HOLDS(AbsoluteAndDivision);

}  // namespace absolute_and_division
