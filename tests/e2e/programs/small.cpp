// Quick to compile and explore: for tests of everything around the exploration.
#include <forall/forall.h>
#include <gtest/gtest.h>

namespace {

int magnitude(int x) { return x < 0 ? -x : x; }

void BoundedIsNonNegative(int x) {
  ASSUME(x > -1000);
  EXPECT_GE(magnitude(x), 0);
}

void OnlySmallOnes(int x) { EXPECT_LT(x, 10); }

}  // namespace

FORALL(Small, BoundedIsNonNegative);
FORALL(Small, OnlySmallOnes);
