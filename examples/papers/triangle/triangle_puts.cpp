// proved: four claims, one about each kind of triangle, with sides of at most 100,000
#include <forall/forall.h>
#include <gtest/gtest.h>

#include "../../triangle/triangle.h"

namespace {

constexpr int kLongest = 100'000;

bool are_sides(int a, int b, int c) {
  return (a <= kLongest) & (b <= kLongest) & (c <= kLongest) & (a > 0) & (b > 0) & (c > 0);
}
bool is_triangle(int a, int b, int c) { return are_sides(a, b, c) && (a < b + c) & (b < a + c) & (c < a + b); }

void EqualSidesAreEquilateral(int side) {
  ASSUME(0 < side && side <= kLongest);
  EXPECT_EQ(classify(side, side, side), Triangle::Equilateral);
}
FORALL(TriangleTest, EqualSidesAreEquilateral);

void TwoEqualSidesAreIsosceles(int a, int b, int c) {
  ASSUME(is_triangle(a, b, c));
  ASSUME((a == b) + (b == c) + (a == c) == 1);
  EXPECT_EQ(classify(a, b, c), Triangle::Isosceles);
}
FORALL(TriangleTest, TwoEqualSidesAreIsosceles);

void DifferentSidesAreScalene(int a, int b, int c) {
  ASSUME(is_triangle(a, b, c));
  ASSUME(a != b && b != c && a != c);
  EXPECT_EQ(classify(a, b, c), Triangle::Scalene);
}
FORALL(TriangleTest, DifferentSidesAreScalene);

void WhatDoesNotCloseIsInvalid(int a, int b, int c) {
  ASSUME(a <= kLongest && b <= kLongest && c <= kLongest);
  ASSUME(!is_triangle(a, b, c));
  EXPECT_EQ(classify(a, b, c), Triangle::Invalid);
}
FORALL(TriangleTest, WhatDoesNotCloseIsInvalid);

}  // namespace
