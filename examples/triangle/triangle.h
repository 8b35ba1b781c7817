// Which kind of triangle has these sides? The classic exercise of testing, with its classic mistake: the sums of two
// sides are ints and overflow.
#pragma once

enum class Triangle { Invalid, Equilateral, Isosceles, Scalene };

inline Triangle classify(int a, int b, int c) {
  if (a <= 0 || b <= 0 || c <= 0) return Triangle::Invalid;
  if (a + b <= c || b + c <= a || a + c <= b) return Triangle::Invalid;
  if (a == b && b == c) return Triangle::Equilateral;
  if (a == b || b == c || a == c) return Triangle::Isosceles;
  return Triangle::Scalene;
}
