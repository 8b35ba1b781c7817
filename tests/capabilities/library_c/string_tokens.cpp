// capability: strtok
// Reached: refuted
#include "../capability.h"

namespace string_tokens {

void Reached(std::array<char, 8> text) {
  text[7] = 0;
  const char* first = std::strtok(text.data(), ",");
  const char* second = first ? std::strtok(nullptr, ",") : nullptr;
  if (second && std::strcmp(first, "ab") == 0 && std::strcmp(second, "xyz") == 0 && !std::strtok(nullptr, ","))
    TARGET();
}
FORALL(StringTokens, Reached);

}  // namespace string_tokens
