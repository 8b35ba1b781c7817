// PUTs for bench/scale.py: many paths that cost next to nothing, and fewer whose conditions need a solver.
#include <forall/forall.h>
#include <gtest/gtest.h>

#include <array>
#include <utility>

void Light(std::array<int, 8> a) {
  for (int i = 1; i < 8; ++i) {
    for (int j = i; j > 0 && a[j - 1] > a[j]; --j) std::swap(a[j - 1], a[j]);
  }
  for (int i = 1; i < 8; ++i) EXPECT_LE(a[i - 1], a[i]);
}
FORALL(Scale, Light);

void Heavy(std::array<unsigned char, 8> a) {
  int n = 0;
  for (unsigned i = 0; i < a.size(); ++i) {
    if (a[i] * a[(i + 1) % a.size()] > 5000) ++n;
    if ((a[i] * 7 ^ a[(i + 2) % a.size()]) % 8 == 3) n += 2;
  }
  EXPECT_LT(n, 30);
}
FORALL(Scale, Heavy);
