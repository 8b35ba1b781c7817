// capability: long double
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace long_double {

void Reached(std::int64_t a) {
  const long double x = static_cast<long double>(a) / 8.0L;
  if (x + 0.125L == 123456789012345.625L) TARGET();
}
FORALL(LongDouble, Reached);

void Holds(std::int64_t a) { REQUIRE(static_cast<std::int64_t>(static_cast<long double>(a)) == a); }
HOLDS(LongDouble);

}  // namespace long_double
