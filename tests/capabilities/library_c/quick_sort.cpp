// capability: qsort with a comparison of the program
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace quick_sort {

int compare(const void* a, const void* b) {
  const int x = *static_cast<const int*>(a), y = *static_cast<const int*>(b);
  return (x > y) - (x < y);
}

void Reached(std::array<int, 4> values) {
  std::qsort(values.data(), values.size(), sizeof(int), compare);
  if (values[0] == -1000000 && values[1] == 5 && values[2] == 7654321 && values[3] == 7654322) TARGET();
}
FORALL(QuickSort, Reached);

void Holds(std::array<int, 3> values) {
  std::qsort(values.data(), values.size(), sizeof(int), compare);
  REQUIRE(values[0] <= values[1] && values[1] <= values[2]);
}
HOLDS(QuickSort);

}  // namespace quick_sort
