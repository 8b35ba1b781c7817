// proved: quicksort sorts all arrays of four and of five ints. Each path is one order of the elements: 24 and 120.
#include <forall/forall.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <utility>

namespace {

// Lomuto's partition around the last element; returns the place where it ends up.
int partition(int* a, int low, int high) {
  const int pivot = a[high];
  int end_of_small = low;
  for (int i = low; i < high; ++i) {
    if (a[i] <= pivot) std::swap(a[end_of_small++], a[i]);
  }
  std::swap(a[end_of_small], a[high]);
  return end_of_small;
}

void quicksort(int* a, int low, int high) {
  if (low >= high) return;
  const int middle = partition(a, low, high);
  quicksort(a, low, middle - 1);
  quicksort(a, middle + 1, high);
}

template <std::size_t kSize>
void expect_sorted_by_quicksort(std::array<int, kSize> a) {
  quicksort(a.data(), 0, static_cast<int>(kSize) - 1);
  for (std::size_t i = 1; i < kSize; ++i) EXPECT_LE(a[i - 1], a[i]);
}

void SortsFour(std::array<int, 4> a) { expect_sorted_by_quicksort(a); }
void SortsFive(std::array<int, 5> a) { expect_sorted_by_quicksort(a); }

FORALL(QuicksortTest, SortsFour).WithSeeds({{{4, 3, 2, 1}}, {{1, 1, 1, 1}}});
FORALL(QuicksortTest, SortsFive);

}  // namespace
