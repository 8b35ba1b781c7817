// capability: machine vectors: arithmetic, comparison, extraction
// Reached: refuted
// Holds: proved
#include "../capability.h"

namespace vector_arithmetic {

using Four = int __attribute__((vector_size(16)));

void Reached(std::array<int, 4> a, std::array<int, 4> b) {
  Four x, y;
  std::memcpy(&x, a.data(), 16);
  std::memcpy(&y, b.data(), 16);
  const Four sum = (x ^ y) + (x & y) * Four{1, 2, 3, 4};
  if (sum[0] == 11111 && sum[1] == -22222 && sum[2] == 33333 && sum[3] == 0x44444444) TARGET();
}
FORALL(VectorArithmetic, Reached);

void Holds(std::array<std::uint8_t, 4> a) {
  using Bytes = std::uint8_t __attribute__((vector_size(4)));
  Bytes x;
  std::memcpy(&x, a.data(), 4);
  const Bytes twice = x + x;
  REQUIRE(twice[2] == static_cast<std::uint8_t>(a[2] * 2));
}
HOLDS(VectorArithmetic);

}  // namespace vector_arithmetic
