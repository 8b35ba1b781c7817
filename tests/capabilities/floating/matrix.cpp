// capability: a product of matrices of symbolic numbers
// Reached: refuted
#include "../capability.h"

namespace matrix {

void Reached(std::int8_t x, std::int8_t y) {
  const float a[2][2] = {{float(x), 2.0f}, {3.0f, float(y)}};
  float square[2][2] = {};
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 2; ++k) square[i][j] += a[i][k] * a[k][j];
  if (square[0][0] == 1.0f * 121 * 121 + 6 && square[0][1] == 2.0f * (121 - 99)) TARGET();
}
FORALL(Matrix, Reached);

}  // namespace matrix
