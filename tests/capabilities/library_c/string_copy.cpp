// capability: strcpy, strncpy, strcat and strdup
// Reached: refuted
#include "../capability.h"

namespace string_copy {

void Reached(std::array<char, 5> a, std::array<char, 5> b) {
  a[4] = b[4] = 0;
  char joined[16];
  std::strcpy(joined, a.data());
  std::strncat(joined, b.data(), 3);
  char* copy = strdup(joined);
  const bool found = std::strcmp(copy, "forall") == 0 && b[2] == 'l' && a[2] == 'r' && a[3] != 'a';
  std::free(copy);
  if (found) TARGET();
}
FORALL(StringCopy, Reached);

}  // namespace string_copy
