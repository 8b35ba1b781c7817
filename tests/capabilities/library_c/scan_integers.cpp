// capability: sscanf of integers
// Reached: refuted
#include "../capability.h"

#include <cstdio>

namespace scan_integers {

void Reached(std::array<char, 9> text) {
  text[8] = 0;
  int a = 0, b = 0;
  if (std::sscanf(text.data(), "%d,%d", &a, &b) == 2 && a == -123 && b == 456) TARGET();
}
FORALL(ScanIntegers, Reached);

}  // namespace scan_integers
