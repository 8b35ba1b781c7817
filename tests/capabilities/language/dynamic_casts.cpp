// capability: dynamic_cast and typeid on an object chosen by symbolic data
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <typeinfo>

namespace dynamic_casts {

struct Animal {
  virtual ~Animal() = default;
};
struct Dog : Animal {
  int age = 0;
};
struct Cat : Animal {};

void Reached(unsigned kind, int age) {
  Dog dog;
  Cat cat;
  dog.age = age;
  Animal* animal = kind % 10007 == 1234 ? static_cast<Animal*>(&dog) : &cat;
  const auto* found = dynamic_cast<Dog*>(animal);
  if (found && found->age == 0x1abcdef && typeid(*animal) == typeid(Dog)) TARGET();
}
FORALL(DynamicCasts, Reached);

void Holds(std::uint8_t kind) {
  Dog dog;
  Cat cat;
  Animal* animal = kind > 77 ? static_cast<Animal*>(&dog) : &cat;
  REQUIRE((dynamic_cast<Dog*>(animal) != nullptr) == (kind > 77));
}
HOLDS(DynamicCasts);

}  // namespace dynamic_casts
