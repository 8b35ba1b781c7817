// std::sort of 5 symbolic ints. IS_SORTED: asserted by one call. LOOP: by one comparison after the other. Both have one path
// for each order.
#include <forall/forall.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace {

void IS_SORTED(std::array<int, 5> a) {
  std::sort(a.begin(), a.end());
  EXPECT_TRUE(std::is_sorted(a.begin(), a.end()));
}

void LOOP(std::array<int, 5> a) {
  std::sort(a.begin(), a.end());
  for (std::size_t i = 1; i < a.size(); ++i) EXPECT_LE(a[i - 1], a[i]);
}

}  // namespace

FORALL(sorted, IS_SORTED);
FORALL(sorted, LOOP);
