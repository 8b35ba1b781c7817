// capability: pointers to members, data and functions, chosen by symbolic data
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace member_pointers {

struct Point {
  int x, y;
  int sum() const { return x + y; }
  virtual int product() const { return x * y; }
};

void Reached(std::int16_t a, std::int16_t b, unsigned which) {
  Point p{};
  p.x = a;
  p.y = b;
  int Point::* coordinate = which % 1000 == 321 ? &Point::y : &Point::x;
  int (Point::*method)() const = which > 4000000000u ? &Point::product : &Point::sum;
  if (p.*coordinate == 321 && (p.*method)() == 321 * 17) TARGET();
}
FORALL(MemberPointers, Reached);

void Holds(std::int8_t x, bool first) {
  Point p{};
  p.x = x;
  p.y = 1;
  int Point::* coordinate = first ? &Point::x : &Point::y;
  REQUIRE(p.*coordinate == (first ? x : 1));
}
HOLDS(MemberPointers);

}  // namespace member_pointers
