// capability: exceptions rethrown and modified
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace rethrow {

struct Failure {
  unsigned code;
};

[[gnu::noinline]] unsigned run(unsigned x) {
  try {
    try {
      if (x % 3 == 2) throw Failure{x};
    } catch (Failure& failure) {
      failure.code = failure.code * 7 + 1;
      throw;
    }
  } catch (const Failure& failure) {
    return failure.code;
  }
  return 0;
}

void Reached(unsigned x) {
  if (run(x) == 0x70707078u) TARGET();
}
FORALL(Rethrow, Reached);

void Holds(std::uint8_t x) { REQUIRE(run(x) == (x % 3 == 2 ? x * 7u + 1 : 0)); }
HOLDS(Rethrow);

}  // namespace rethrow
