// capability: machine vectors: reductions and comparisons as masks
// Reached: refuted
#include "../capability.h"

namespace vector_reduction {

using Four = int __attribute__((vector_size(16)));

void Reached(std::array<int, 4> a) {
  Four x;
  std::memcpy(&x, a.data(), 16);
  const Four above = x > Four{10, 20, 30, 40};
  if (__builtin_reduce_and(above) == -1 && __builtin_reduce_xor(x) == 0x0f0f0f0f &&
      __builtin_reduce_max(x) == 0x0f0f1234)
    TARGET();
}
FORALL(VectorReduction, Reached);

}  // namespace vector_reduction
