// Work that takes longer than anybody wants to wait: in a query, in a run, in what a run writes down.
#include <forall/forall.h>

#include <cstdint>

// The factors of a product of two primes come first, a failure that is easily found after it.
void FactorsFirst(std::uint64_t x, std::uint64_t y, int z) {
  if (x > 1 && y > 1 && x < 4294967296 && y < 4294967296 && x * y == 8539734250799242291ULL) return;
  EXPECT_NE(z, 4711);
}
FORALL(Hard, FactorsFirst);

void LoopsLong(unsigned x) {
  volatile unsigned sum = 0;
  for (unsigned long i = 0; i < 100000000000; ++i) sum = sum + 1;
  EXPECT_NE(x, sum);
}
FORALL(Hard, LoopsLong);

// Every step is one more expression over the input.
void WritesMuch(std::uint64_t x) {
  std::uint64_t h = x;
  for (unsigned long i = 0; i < 100000000000; ++i) h = (h ^ i) * 1099511628211U + (h >> 7);
  EXPECT_NE(h, 0u);
}
FORALL(Hard, WritesMuch);
