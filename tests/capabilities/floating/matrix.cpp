// capability: a product of matrices of symbolic numbers
// Reached: refuted
#include "../capability.h"

namespace matrix {

void Reached(std::array<std::int8_t, 4> m) {
  const float a[2][2] = {{float(m[0]), float(m[1])}, {float(m[2]), float(m[3])}};
  float square[2][2] = {};
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 2; ++k) square[i][j] += a[i][k] * a[k][j];
  if (square[0][0] == 7.0f && square[0][1] == 10.0f && square[1][0] == 15.0f && square[1][1] == 22.0f && m[0] > 0)
    TARGET();
}
FORALL(Matrix, Reached);

}  // namespace matrix
