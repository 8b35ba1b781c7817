// The product of two matrices of 160 x 160 doubles.
#include <cstddef>
#include <vector>

#include "rows.h"

namespace {

constexpr std::size_t kSize = 160;
using Matrix = std::vector<std::vector<double>>;

Matrix product(const Matrix& a, const Matrix& b) {
  Matrix c(kSize, std::vector<double>(kSize));
  for (std::size_t i = 0; i < kSize; ++i) {
    for (std::size_t j = 0; j < kSize; ++j) {
      double sum = 0;
      for (std::size_t k = 0; k < kSize; ++k) sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
  }
  return c;
}

}  // namespace

unsigned long long rows::matrix() {
  Matrix a(kSize, std::vector<double>(kSize)), b = a;
  unsigned state = 1;
  for (std::size_t i = 0; i < kSize; ++i) {
    for (std::size_t j = 0; j < kSize; ++j) {
      a[i][j] = static_cast<double>(next_random(state) >> 24);
      b[i][j] = static_cast<double>(next_random(state) >> 24);
    }
  }
  return static_cast<unsigned long long>(product(a, b)[kSize / 2][kSize / 3]);
}
