// capability: a conversion that the integer cannot hold is found
// Reached: refuted by float out of range of the integer
#include "../capability.h"

namespace cast_out_of_range {

void Reached(std::uint64_t a) {
  const auto x = std::bit_cast<double>(a);
  if (x > 2147483600.0 && x < 2147483700.0) forall::observe("x", static_cast<int>(x));
}
FORALL(CastOutOfRange, Reached);

}  // namespace cast_out_of_range
