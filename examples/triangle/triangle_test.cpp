// proved:  the three claims about sides of at most 100,000
// refuted: AnySides, by a signed overflow in triangle.h
#include "triangle.h"

#include <forall/forall.h>
#include <gtest/gtest.h>

namespace {

constexpr int kLongest = 100'000;

void EqualSidesAreEquilateral(int side) { EXPECT_EQ(classify(side, side, side), Triangle::Equilateral); }
FORALL(TriangleTest, EqualSidesAreEquilateral).WithDomains(InRange(1, kLongest)).WithSeeds({{1}});

void OrderDoesNotMatter(int a, int b, int c) {
  const Triangle kind = classify(a, b, c);
  EXPECT_EQ(classify(b, a, c), kind);
  EXPECT_EQ(classify(c, a, b), kind);
}
FORALL(TriangleTest, OrderDoesNotMatter)
    .WithDomains(InRange(0, kLongest), InRange(0, kLongest), InRange(0, kLongest))
    .WithSeeds({{3, 4, 5}});

void ValidSidesObeyTheTriangleInequality(int a, int b, int c) {
  ASSUME(a <= kLongest && b <= kLongest && c <= kLongest);
  ASSUME(classify(a, b, c) != Triangle::Invalid);
  EXPECT_TRUE((a < b + c) & (b < a + c) & (c < a + b));
}
FORALL(TriangleTest, ValidSidesObeyTheTriangleInequality);

// No assumption, and no luck: two sides of more than a thousand million do not add up.
void AnySides(int a, int b, int c) {
  const bool has_equal_sides = (a > 0) & (a == b) & (b == c);
  EXPECT_EQ(classify(a, b, c) == Triangle::Equilateral, has_equal_sides);
}
FORALL(TriangleTest, AnySides);

}  // namespace
