// capability: pow, searched by its values
// Reached: refuted
#include "../capability.h"

#include <cmath>

namespace power {

void Reached(std::uint64_t a) {
  const auto x = std::bit_cast<double>(a);
  if (std::pow(x, 2.5) > 30.0 && std::pow(x, 2.5) < 33.0) TARGET();
}
FORALL(Power, Reached);

}  // namespace power
