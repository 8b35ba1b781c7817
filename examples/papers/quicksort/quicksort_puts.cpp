// proved: quicksort sorts all arrays of four, five and six ints, and keeps what is in them. Each path is one order of
// the elements: 24, 120, 720.
#include "quicksort.h"

#include <forall/forall.h>
#include <gtest/gtest.h>

#include <array>

namespace {

template <std::size_t kSize>
void expect_sorted(std::array<int, kSize> a) {
  quicksort(a.data(), 0, static_cast<int>(kSize) - 1);
  bool is_sorted = true;
  for (std::size_t i = 1; i < kSize; ++i) is_sorted &= a[i - 1] <= a[i];
  EXPECT_TRUE(is_sorted);
}

// The sum tells a lost element, whatever the others are; it is taken modulo 2^32.
template <std::size_t kSize>
void expect_elements_kept(std::array<int, kSize> a) {
  unsigned before = 0;
  for (const int element : a) before += static_cast<unsigned>(element);
  quicksort(a.data(), 0, static_cast<int>(kSize) - 1);
  unsigned after = 0;
  for (const int element : a) after += static_cast<unsigned>(element);
  EXPECT_EQ(before, after);
}

void SortsFour(std::array<int, 4> a) { expect_sorted(a); }
void SortsFive(std::array<int, 5> a) { expect_sorted(a); }
void SortsSix(std::array<int, 6> a) { expect_sorted(a); }
void KeepsFour(std::array<int, 4> a) { expect_elements_kept(a); }
void KeepsFive(std::array<int, 5> a) { expect_elements_kept(a); }
void KeepsSix(std::array<int, 6> a) { expect_elements_kept(a); }
FORALL(Quicksort4Test, SortsFour);
FORALL(Quicksort4Test, KeepsFour);
FORALL(Quicksort5Test, SortsFive);
FORALL(Quicksort5Test, KeepsFive);
FORALL(Quicksort6Test, SortsSix);
FORALL(Quicksort6Test, KeepsSix);

}  // namespace
