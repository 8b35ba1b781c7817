// capability: strspn, strcspn and strpbrk
// Reached: refuted
#include "../capability.h"

namespace string_spans {

void Reached(std::array<char, 9> text) {
  text[8] = 0;
  if (std::strspn(text.data(), "0123456789") == 4 && std::strcspn(text.data(), "xyz") == 6 &&
      std::strpbrk(text.data(), "z") == text.data() + 6 && text[0] == '7')
    TARGET();
}
FORALL(StringSpans, Reached);

}  // namespace string_spans
