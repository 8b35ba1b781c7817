// capability: unique_ptr, shared_ptr and weak_ptr
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <memory>

namespace smart_pointers {

void Reached(unsigned x, int y) {
  std::shared_ptr<int> a = std::make_shared<int>(y);
  std::weak_ptr<int> w = a;
  if (x == 0xa1b2c3d4u) a = std::make_shared<int>(3);
  if (w.expired() && *a == 3 && y == 64206) TARGET();
}
FORALL(SmartPointers, Reached);

void Holds(std::uint8_t x) {
  auto owner = std::make_unique<int>(x);
  const auto moved = std::move(owner);
  REQUIRE(!owner && *moved == x);
}
HOLDS(SmartPointers);

}  // namespace smart_pointers
