// refuted: FindsEveryElement. The search below looks right and passes the tests one would think of; it never looks at
// the last element of a range that has shrunk to one. refuted: MiddleIsInside, the mistake that stood in the Java
// library for nine years: low + high overflows.
#include <forall/forall.h>
#include <gtest/gtest.h>

#include <array>

namespace {

// The index of the value in the sorted array, or -1.
template <std::size_t kSize>
int find_sorted(const std::array<int, kSize>& a, int value) {
  int low = 0;
  int high = static_cast<int>(kSize) - 1;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    const int candidate = a[static_cast<std::size_t>(middle)];
    if (candidate == value) return middle;
    if (candidate < value) {
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  return -1;
}

void FindsEveryElement(const std::array<int, 4>& a, unsigned index) {
  ASSUME(a[0] < a[1] && a[1] < a[2] && a[2] < a[3]);
  ASSUME(index < 4);
  const int value = a[index];
  EXPECT_EQ(find_sorted(a, value), static_cast<int>(index));
}
FORALL(BinarySearchTest, FindsEveryElement).WithSeeds({{{10, 20, 30, 40}, 1}});

void MiddleIsInside(int low, int high) {
  ASSUME(0 <= low && low <= high);
  const int middle = (low + high) / 2;
  EXPECT_LE(low, middle);
  EXPECT_LE(middle, high);
}
FORALL(BinarySearchTest, MiddleIsInside).WithSeeds({{0, 9}});

}  // namespace
