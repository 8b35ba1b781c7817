// capability: objects in raw memory: placement new, explicit destruction
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <new>

namespace placement_new {

struct Pair {
  int a, b;
};

void Reached(int x, int y) {
  alignas(Pair) unsigned char raw[2 * sizeof(Pair)];
  Pair* first = new (raw) Pair{x, 1};
  Pair* second = new (raw + sizeof(Pair)) Pair{2, y};
  if (first->a == 55555555 && second->b == -44444444) TARGET();
}
FORALL(PlacementNew, Reached);

void Holds(std::uint8_t x) {
  alignas(int) unsigned char raw[sizeof(int)];
  REQUIRE(*new (raw) int(x) == x);
}
HOLDS(PlacementNew);

}  // namespace placement_new
