// capability: fmod
// Reached: refuted
#include "../capability.h"

#include <cmath>

namespace modulo {

void Reached(std::uint32_t a) {
  const auto x = static_cast<double>(a);
  if (x > 1000.0 && std::fmod(x, 97.0) == 41.0) TARGET();
}
FORALL(Modulo, Reached);

}  // namespace modulo
