// Triangle classification of 3 symbolic ints.
// SAFE0: int sums (an equilateral triangle with side >= 2^30 overflows). SAFE1: 64-bit sums (the claim holds).
#include <forall/forall.h>
#include <gtest/gtest.h>

namespace {

enum { INVALID, EQUILATERAL, ISOSCELES, SCALENE };

template <typename sum_t>
int classify(int a, int b, int c) {
  if (a <= 0 || b <= 0 || c <= 0) return INVALID;
  if (static_cast<sum_t>(a) + b <= c || static_cast<sum_t>(b) + c <= a || static_cast<sum_t>(a) + c <= b)
    return INVALID;
  if (a == b && b == c) return EQUILATERAL;
  if (a == b || b == c || a == c) return ISOSCELES;
  return SCALENE;
}

// An equilateral with a positive side is always valid.
void check(int a, int b, int c, int r) {
  int eq = (a == b) & (b == c) & (a > 0);
  EXPECT_TRUE(!eq | (r == EQUILATERAL));
}

void SAFE0(int a, int b, int c) { check(a, b, c, classify<int>(a, b, c)); }
void SAFE1(int a, int b, int c) { check(a, b, c, classify<long long>(a, b, c)); }

}  // namespace

FORALL(triangle, SAFE0);
FORALL(triangle, SAFE1);
