// Triangle classification whose sums overflow for large sides.
#include <forall/forall.h>
#include <gtest/gtest.h>

namespace {

enum class Triangle { Invalid, Equilateral, Isosceles, Scalene };

Triangle classify(int a, int b, int c) {
  if (a <= 0 || b <= 0 || c <= 0) return Triangle::Invalid;
  const int ab = a + b;  // line: first sum
  const int bc = b + c;  // line: second sum
  const int ac = a + c;  // line: third sum
  if (ab <= c || bc <= a || ac <= b) return Triangle::Invalid;
  if (a == b && b == c) return Triangle::Equilateral;
  if (a == b || b == c || a == c) return Triangle::Isosceles;
  return Triangle::Scalene;
}

void EqualSidesAreEquilateral(int side) {
  ASSUME(side > 0 && side <= 1000000);
  EXPECT_EQ(classify(side, side, side), Triangle::Equilateral);
}

void OrderOfSidesDoesNotMatter(int a, int b, int c) { EXPECT_EQ(classify(a, b, c), classify(c, a, b)); }

void NonPositiveSidesAreInvalid(int a, int b, int c) {
  ASSUME(a <= 0 || b <= 0 || c <= 0);
  EXPECT_EQ(classify(a, b, c), Triangle::Invalid);
}

void EqualSidesOfAnyLength(int side) {
  ASSUME(side > 0);
  EXPECT_EQ(classify(side, side, side), Triangle::Equilateral);
}

}  // namespace

FORALL(TriangleTest, EqualSidesAreEquilateral);
FORALL(TriangleTest, OrderOfSidesDoesNotMatter)
    .WithDomains(forall::InRange(-1000, 1000), forall::InRange(-1000, 1000), forall::InRange(-1000, 1000));
FORALL(TriangleTest, NonPositiveSidesAreInvalid);
FORALL(TriangleTest, EqualSidesOfAnyLength);
