// capability: an exception that leaves a noexcept function is found
// Reached: refuted by terminate
#include "../capability.h"

namespace noexcept_terminates {

[[gnu::noinline]] void may_throw(unsigned x) {
  if (x == 0x600dcafeu) throw 1;
}
[[gnu::noinline]] void promises(unsigned x) noexcept { may_throw(x); }

void Reached(unsigned x) { promises(x); }
FORALL(NoexceptTerminates, Reached);

}  // namespace noexcept_terminates
