// 4x4 matrices of floats. IDENTITY: a product with the identity is the matrix itself. SCALE: products of diagonal
// matrices.
#include <forall/forall.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace {

using Matrix = std::array<std::array<float, 4>, 4>;

Matrix product(const Matrix& a, const Matrix& b) {
  Matrix c{};
  for (unsigned i = 0; i < 4; ++i) {
    for (unsigned k = 0; k < 4; ++k) {
      for (unsigned j = 0; j < 4; ++j) c[i][j] += a[i][k] * b[k][j];
    }
  }
  return c;
}

Matrix diagonal(const std::array<float, 4>& d) {
  Matrix m{};
  for (unsigned i = 0; i < 4; ++i) m[i][i] = d[i];
  return m;
}

bool is_finite(const Matrix& m) {
  bool finite = true;
  for (const auto& row : m) {
    for (const float x : row) finite &= std::isfinite(x);
  }
  return finite;
}

void IDENTITY(Matrix a) {
  ASSUME(is_finite(a));
  EXPECT_TRUE(product(a, diagonal({1, 1, 1, 1})) == a);
}

void SCALE(std::array<float, 4> d, float x) {
  ASSUME(std::isfinite(x) && d[0] == 2.0f && d[1] == 0.5f && d[2] == 1.0f && d[3] == -1.0f);
  const Matrix m = product(diagonal(d), diagonal({x, x, x, x}));
  EXPECT_EQ(m[0][0], 2.0f * x);
  EXPECT_EQ(m[3][3], -x);
}

}  // namespace

FORALL(matrix, IDENTITY);
FORALL(matrix, SCALE);
