// Recursive quicksort, Hoare partition (pivot = middle element) of N symbolic ints.
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
  int pivot = a[lo + (hi - lo) / 2];
  int i = lo - 1, j = hi + 1;
  for (;;) {
    do {
      ++i;
    } while (a[i] < pivot);
    do {
      --j;
    } while (a[j] > pivot);
    if (i >= j) return j;
    swap_int(&a[i], &a[j]);
  }
}

void quicksort(int* a, int lo, int hi) {
  if (lo < hi) {
    int p = partition(a, lo, hi);
    quicksort(a, lo, p);
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

}  // namespace

FORALL(quicksort_hoare, N4);
FORALL(quicksort_hoare, N5);
