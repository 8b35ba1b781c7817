// capability: strcmp, strncmp and strcasecmp
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <strings.h>

namespace string_compare {

void Reached(std::array<char, 9> a, std::array<char, 9> b, std::array<char, 5> c) {
  a[8] = b[8] = c[4] = 0;
  if (std::strcmp(a.data(), "symbolic") == 0 && std::strncmp(b.data(), "concrete", 3) == 0 && b[3] > 'x' &&
      strcasecmp(c.data(), "CaSe") == 0 && c[0] == 'c' && c[1] == 'A')
    TARGET();
}
FORALL(StringCompare, Reached);

void Holds(std::array<char, 2> a) {
  a[1] = 0;
  REQUIRE((std::strcmp(a.data(), "m") < 0) == (static_cast<unsigned char>(a[0]) < 'm'));
}
HOLDS(StringCompare);

}  // namespace string_compare
