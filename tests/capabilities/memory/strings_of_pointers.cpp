// capability: a table of strings at a symbolic index
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace strings_of_pointers {

constexpr const char* kNames[] = {"zero", "one", "two", "three", "four", "five", "six", "seven"};

void Reached(unsigned x) {
  const char* name = kNames[x % 8];
  if (name[0] == 's' && name[1] == 'e' && x / 8 == 11223344u) TARGET();
}
FORALL(StringsOfPointers, Reached);

void Holds(std::uint8_t x) {
  REQUIRE(std::strlen(kNames[x % 8]) == (x % 8 == 3 || x % 8 == 7                 ? 5u
                                         : x % 8 == 1 || x % 8 == 2 || x % 8 == 6 ? 3u
                                                                                  : 4u));
}
HOLDS(StringsOfPointers);

}  // namespace strings_of_pointers
