// capability: fused multiplication and addition
// Reached: refuted
#include "../capability.h"

#include <cmath>

namespace fused {

void Reached(std::uint32_t a) {
  const auto x = std::bit_cast<float>(a);
  if (std::fma(x, 3.0f, -1.0f) == 0x1p-25f && x > 0) TARGET();
}
FORALL(Fused, Reached);

}  // namespace fused
