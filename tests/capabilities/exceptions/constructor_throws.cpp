// capability: a constructor that throws, with the members built before it
// Reached: refuted
#include "../capability.h"

namespace constructor_throws {

struct Part {
  explicit Part(unsigned& alive) : alive(alive) { ++alive; }
  ~Part() { --alive; }
  unsigned& alive;
};
struct Whole {
  Whole(unsigned& alive, unsigned x) try : first(alive), second(alive) {
    if (x * 9u == 0xdecafbadu) throw x;
  } catch (unsigned value) {
    alive += value & 0xffu;
  }
  Part first, second;
};

void Reached(unsigned x) {
  unsigned alive = 0;
  try {
    const Whole whole(alive, x);
  } catch (unsigned value) {
    if (alive == (value & 0xffu) && value == x) TARGET();
  }
}
FORALL(ConstructorThrows, Reached);

}  // namespace constructor_throws
