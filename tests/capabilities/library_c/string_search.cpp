// capability: strchr, strrchr and strstr
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace string_search {

void Reached(std::array<char, 10> text) {
  text[9] = 0;
  const char* at = std::strstr(text.data(), "key");
  const char* first = std::strchr(text.data(), '=');
  if (at && first == at + 3 && at == text.data() + 2 && std::strrchr(text.data(), '=') == text.data() + 8) TARGET();
}
FORALL(StringSearch, Reached);

void Holds(std::array<char, 3> text) {
  text[2] = 0;
  const char* found = std::strchr(text.data(), 'a');
  REQUIRE(!found || *found == 'a');
}
HOLDS(StringSearch);

}  // namespace string_search
