// PUTs for explorations by several processes: those for several jobs, and one that takes long enough to be killed.
#include "jobs.cpp"

void SortsMore(std::array<int, 7> a) {
  insertion_sort(a.data(), 7);
  for (int i = 1; i < 7; ++i) EXPECT_LE(a[i - 1], a[i]);
}
FORALL(Scale, SortsMore);
