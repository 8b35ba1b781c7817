// capability: sscanf of integers
// Reached: refuted
#include "../capability.h"

#include <cstdio>

namespace scan_integers {

void Reached(std::array<char, 6> text) {
  text[5] = 0;
  int a = 0, b = 0;
  if (std::sscanf(text.data(), "%d,%d", &a, &b) == 2 && a == -1 && b == 45) TARGET();
}
FORALL(ScanIntegers, Reached);

}  // namespace scan_integers
