// capability: snprintf of text and padded numbers
// Reached: refuted
#include "../capability.h"

#include <cstdio>

namespace format_text {

void Reached(std::array<char, 5> name, unsigned n) {
  name[4] = 0;
  char text[32];
  std::snprintf(text, sizeof text, "<%s|%05u|%c>", name.data(), n % 100000, name[0]);
  if (std::strcmp(text, "<zed|00421|z>") == 0) TARGET();
}
FORALL(FormatText, Reached);

}  // namespace format_text
