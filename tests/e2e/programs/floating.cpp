// Claims about floating point: what its rules refute, and what holds for all numbers.
#include <forall/forall.h>

#include <bit>
#include <cmath>
#include <cstdint>

namespace {

void EveryNumberEqualsItself(double x) { EXPECT_TRUE(x == x); }
FORALL(Floating, EveryNumberEqualsItself);

void HalfOfAPositiveNumberIsPositive(double x) {
  ASSUME(x > 0);
  EXPECT_GT(x * 0.5, 0);
}
FORALL(Floating, HalfOfAPositiveNumberIsPositive);

void NoSquareIsTwoAndAQuarter(float x) { EXPECT_NE(x * x, 2.25F); }
FORALL(Floating, NoSquareIsTwoAndAQuarter).WithDomains(Positive<float>());

void FitsAnInt(double x) { EXPECT_LE(static_cast<int>(x), 2147483647); }
FORALL(Floating, FitsAnInt);

void SineStaysLow(double x) { EXPECT_FALSE(std::sin(x) > 0.5 && x > 3); }
FORALL(Floating, SineStaysLow).WithDomains(InRange(0.0, 10.0));

void ProductIsNear(double x) { EXPECT_NEAR(x * 3, 6.0, 0.5); }
FORALL(Floating, ProductIsNear).WithDomains(InRange(1.9, 2.2));

void AdditionCommutes(double a, double b) {
  const double sum = a + b;
  EXPECT_TRUE(sum == b + a || std::isnan(sum));
}
FORALL(Floating, AdditionCommutes);

void RoundingIsNear(double x) { EXPECT_LE(std::fabs(x - static_cast<double>(std::lround(x))), 0.5); }
FORALL(Floating, RoundingIsNear).WithDomains(InRange(-1000, 1000));

void SignIsTheHighestBit(float x) { EXPECT_EQ(std::signbit(x), std::bit_cast<std::uint32_t>(x) >> 31 == 1); }
FORALL(Floating, SignIsTheHighestBit);

void SumHasTheSignOfItsOrder(double x) {
  const std::uint64_t sign = std::bit_cast<std::uint64_t>(x + 1.0) >> 63;
  EXPECT_TRUE(sign == 0 || x < -1.0 || std::isnan(x));
}
FORALL(Floating, SumHasTheSignOfItsOrder);

void TheLesserOfTwoIsNotGreater(double a, double b) {
  const double least = std::fmin(a, b), most = std::fmax(a, b);
  EXPECT_TRUE(least <= most || std::isnan(a) || std::isnan(b));
}
FORALL(Floating, TheLesserOfTwoIsNotGreater);

void TheLesserOfTheseZerosIsNegative(bool) {
  volatile double first = 0.0, second = -0.0;
  EXPECT_TRUE(std::signbit(std::fmin(first, second)));
}
FORALL(Floating, TheLesserOfTheseZerosIsNegative);

}  // namespace
