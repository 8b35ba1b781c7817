// capability: machine vectors: shuffles, insertion, conversion
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace vector_shuffle {

using Four = int __attribute__((vector_size(16)));

void Reached(std::array<int, 4> a, int last) {
  Four x;
  std::memcpy(&x, a.data(), 16);
  x = __builtin_shufflevector(x, x, 3, 2, 1, 0);
  x[3] = last;
  using Long = long long __attribute__((vector_size(32)));
  const Long wide = __builtin_convertvector(x, Long);
  if (wide[0] == -99887766 && wide[2] == 55443322 && wide[3] == 11) TARGET();
}
FORALL(VectorShuffle, Reached);

void Holds(std::array<std::uint8_t, 4> a) {
  using Bytes = std::uint8_t __attribute__((vector_size(4)));
  Bytes x;
  std::memcpy(&x, a.data(), 4);
  const Bytes y = __builtin_shufflevector(__builtin_shufflevector(x, x, 1, 0, 3, 2), x, 1, 0, 3, 2);
  REQUIRE(y[0] == a[0] && y[1] == a[1] && y[2] == a[2] && y[3] == a[3]);
}
HOLDS(VectorShuffle);

}  // namespace vector_shuffle
