// capability: exp and log, searched by their values
// Reached: refuted
#include "../capability.h"

#include <cmath>

namespace exponential {

void Reached(std::uint64_t a, std::uint64_t b) {
  const auto x = std::bit_cast<double>(a), y = std::bit_cast<double>(b);
  if (std::exp(x) > 1000.0 && std::exp(x) < 1010.0 && std::log(y) < -5.0) TARGET();
}
FORALL(Exponential, Reached);

}  // namespace exponential
