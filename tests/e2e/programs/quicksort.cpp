// Lomuto quicksort: one path per permutation, all of them sorted.
#include <forall/forall.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>

namespace {

void swap_int(int* x, int* y) {
  const int t = *x;
  *x = *y;
  *y = t;
}

int partition(int* a, int lo, int hi) {
  const int pivot = a[hi];
  int i = lo;
  for (int j = lo; j < hi; ++j) {
    if (a[j] <= pivot) swap_int(&a[i++], &a[j]);
  }
  swap_int(&a[i], &a[hi]);
  return i;
}

void quicksort(int* a, int lo, int hi) {
  if (lo < hi) {
    const int p = partition(a, lo, hi);
    quicksort(a, lo, p - 1);
    quicksort(a, p + 1, hi);
  }
}

template <std::size_t N>
void sorts(std::array<int, N> a) {
  quicksort(a.data(), 0, static_cast<int>(N) - 1);
  for (std::size_t i = 1; i < N; ++i) EXPECT_LE(a[i - 1], a[i]);
}

void Sorts4(std::array<int, 4> a) { sorts(a); }
void Sorts5(std::array<int, 5> a) { sorts(a); }
void Sorts6(std::array<int, 6> a) { sorts(a); }
void Sorts7(std::array<int, 7> a) { sorts(a); }
void Sorts12(std::array<int, 12> a) { sorts(a); }

}  // namespace

FORALL(Quicksort, Sorts4);
FORALL(Quicksort, Sorts5);
FORALL(Quicksort, Sorts6);
FORALL(Quicksort, Sorts7);
FORALL(Endless, Sorts12);  // 479,001,600 paths: for tests that interrupt
