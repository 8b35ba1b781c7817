// capability: std::accumulate, inner_product, partial_sum, iota
// Reached: refuted
// Holds: proved
#include "../capability.h"

#include <numeric>

namespace numeric {

void Reached(std::array<unsigned, 5> values) {
  std::array<unsigned, 5> sums{}, weights{};
  std::iota(weights.begin(), weights.end(), 3u);
  std::partial_sum(values.begin(), values.end(), sums.begin());
  if (std::accumulate(values.begin(), values.end(), 0u) == 1000000007u && sums[2] == 5u &&
      std::inner_product(values.begin(), values.end(), weights.begin(), 0u) == 0x12345678u)
    TARGET();
}
FORALL(Numeric, Reached);

void Holds(std::array<std::uint8_t, 2> v) { REQUIRE(std::reduce(v.begin(), v.end(), 0) == v[0] + v[1]); }
HOLDS(Numeric);

}  // namespace numeric
