// capability: a stack array of symbolic length (alloca)
// Reached: refuted
#include "../capability.h"

namespace variable_length_array {

void Reached(unsigned n, int value) {
  const unsigned size = n % 20 + 1;
  int* cells = static_cast<int*>(__builtin_alloca(size * sizeof(int)));
  for (unsigned i = 0; i < size; ++i) cells[i] = static_cast<int>(i);
  cells[size / 2] = value;
  if (size == 15 && cells[7] == 112233) TARGET();
}
FORALL(VariableLengthArray, Reached);

}  // namespace variable_length_array
