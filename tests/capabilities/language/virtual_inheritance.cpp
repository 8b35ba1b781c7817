// capability: virtual inheritance
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace virtual_inheritance {

struct Base {
  int id = 0;
  virtual int weight() const { return id; }
  virtual ~Base() = default;
};
struct Left : virtual Base {
  int weight() const override { return id * 2; }
};
struct Right : virtual Base {
  int bonus = 5;
};
struct Both : Left, Right {};

void Reached(short x, short y) {
  Both both;
  static_cast<Left&>(both).id = x;
  static_cast<Right&>(both).bonus = y;
  const Base& base = both;
  if (base.weight() == 20202 && both.Right::bonus == -333) TARGET();
}
FORALL(VirtualInheritance, Reached);

void Holds(std::int16_t x) {
  Both both;
  static_cast<Right&>(both).id = x;
  REQUIRE(static_cast<Left&>(both).id == x && both.weight() == 2 * x);
}
HOLDS(VirtualInheritance);

}  // namespace virtual_inheritance
