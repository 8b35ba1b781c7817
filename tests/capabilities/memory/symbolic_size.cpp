// capability: a block of symbolic size (new[])
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace symbolic_size {

void Reached(unsigned n, int value) {
  const unsigned size = n % 50 + 1;
  int* block = new int[size]();
  block[size - 1] = value;
  const bool found = size == 37 && block[36] == 24681357;
  delete[] block;
  if (found) TARGET();
}
FORALL(SymbolicSize, Reached);

void Holds(std::uint8_t n) {
  const std::size_t size = n % 10;
  auto* block = static_cast<unsigned char*>(std::calloc(size + 1, 1));
  for (std::size_t i = 0; i < size; ++i) block[i] = 1;
  REQUIRE(block[size] == 0);
  std::free(block);
}
HOLDS(SymbolicSize);

}  // namespace symbolic_size
