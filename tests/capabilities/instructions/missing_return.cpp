// capability: a missing return is found
// Reached: refuted by missing return
#include "../capability.h"

namespace missing_return {

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wreturn-type"
[[gnu::noinline]] int sign(int x) {
  if (x > 0) return 1;
  if (x < 0) return -1;
}
#pragma clang diagnostic pop

void Reached(int x) { REQUIRE(sign(x ^ 0x1234567) != 5); }
FORALL(MissingReturn, Reached);

}  // namespace missing_return
