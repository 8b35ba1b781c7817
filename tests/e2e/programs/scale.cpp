// PUTs for explorations by several processes: those for several jobs, one that takes long enough to be killed, and one to be watched.
#include "jobs.cpp"

void SortsMore(std::array<int, 7> a) {
  insertion_sort(a.data(), 7);
  for (int i = 1; i < 7; ++i) EXPECT_LE(a[i - 1], a[i]);
}
FORALL(Scale, SortsMore);

void SortsMost(std::array<int, 9> a) {
  insertion_sort(a.data(), 9);
  for (int i = 1; i < 9; ++i) EXPECT_LE(a[i - 1], a[i]);
}
FORALL(Scale, SortsMost);
