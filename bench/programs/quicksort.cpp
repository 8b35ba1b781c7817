// Recursive quicksort, Lomuto partition (pivot = last element, a[j] <= pivot) of N symbolic ints.
#include <forall/forall.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>

namespace {

void swap_int(int* x, int* y) {
  int t = *x;
  *x = *y;
  *y = t;
}

int partition(int* a, int lo, int hi) {
  int pivot = a[hi];
  int i = lo;
  for (int j = lo; j < hi; ++j)
    if (a[j] <= pivot) {
      swap_int(&a[i], &a[j]);
      ++i;
    }
  swap_int(&a[i], &a[hi]);
  return i;
}

void quicksort(int* a, int lo, int hi) {
  if (lo < hi) {
    int p = partition(a, lo, hi);
    quicksort(a, lo, p - 1);
    quicksort(a, p + 1, hi);
  }
}

template <std::size_t N>
void sorts(std::array<int, N> a) {
  quicksort(a.data(), 0, static_cast<int>(N) - 1);
  for (std::size_t i = 1; i < N; ++i) EXPECT_LE(a[i - 1], a[i]);
}

void N4(std::array<int, 4> a) { sorts(a); }
void N5(std::array<int, 5> a) { sorts(a); }
void N6(std::array<int, 6> a) { sorts(a); }
void N7(std::array<int, 7> a) { sorts(a); }

}  // namespace

FORALL(quicksort, N4);
FORALL(quicksort, N5);
FORALL(quicksort, N6);
FORALL(quicksort, N7);
