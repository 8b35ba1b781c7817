// What a rational number does, as a person says it who knows what it is for, and not how it is made.
#include <forall/forall.h>

#include <stdexcept>

#include "../rational.h"

namespace {

void NewIsZero(bool) {
  const Rational number;
  EXPECT_EQ(number.numerator(), 0);
  EXPECT_EQ(number.denominator(), 1);
}
FORALL(RationalTruth, NewIsZero);
void DenominatorIsPositive(const Rational& number) { EXPECT_GT(number.denominator(), 0); }
FORALL(RationalTruth, DenominatorIsPositive);
void ZeroHasNumeratorZero(const Rational& number) { EXPECT_EQ(number.is_zero(), number.numerator() == 0); }
FORALL(RationalTruth, ZeroHasNumeratorZero);
void IntegersHaveDenominatorOne(const Rational& number) { EXPECT_EQ(number.is_integer(), number.denominator() == 1); }
FORALL(RationalTruth, IntegersHaveDenominatorOne);
void ZeroIsAnInteger(const Rational& number) {
  ASSUME(number.is_zero());
  EXPECT_TRUE(number.is_integer());
}
FORALL(RationalTruth, ZeroIsAnInteger);
void NegateTurnsTheSign(Rational& number) {
  const int before = number.numerator();
  number.negate();
  EXPECT_EQ(number.numerator(), -before);
}
FORALL(RationalTruth, NegateTurnsTheSign);
void NegateKeepsTheDenominator(Rational& number) {
  const int before = number.denominator();
  number.negate();
  EXPECT_EQ(number.denominator(), before);
}
FORALL(RationalTruth, NegateKeepsTheDenominator);
void NegateTwiceIsNothing(Rational& number) {
  const int before = number.numerator();
  number.negate();
  number.negate();
  EXPECT_EQ(number.numerator(), before);
}
FORALL(RationalTruth, NegateTwiceIsNothing);
void NegateKeepsWhatIsZero(Rational& number) {
  const bool before = number.is_zero();
  number.negate();
  EXPECT_EQ(number.is_zero(), before);
}
FORALL(RationalTruth, NegateKeepsWhatIsZero);
void ZeroHasNoInverse(Rational& number) {
  ASSUME(number.is_zero());
  number.invert();
}
FORALL(RationalTruth, ZeroHasNoInverse).Throws<std::domain_error>();
void InverseOfAPositiveNumber(Rational& number) {
  ASSUME(number.numerator() > 0);
  const int numerator = number.numerator(), denominator = number.denominator();
  number.invert();
  EXPECT_EQ(number.numerator(), denominator);
  EXPECT_EQ(number.denominator(), numerator);
}
FORALL(RationalTruth, InverseOfAPositiveNumber);
void InverseOfANegativeNumber(Rational& number) {
  ASSUME(number.numerator() < 0);
  const int numerator = number.numerator(), denominator = number.denominator();
  number.invert();
  EXPECT_EQ(number.numerator(), -denominator);
  EXPECT_EQ(number.denominator(), -numerator);
}
FORALL(RationalTruth, InverseOfANegativeNumber);
void InvertTwiceIsNothing(Rational& number) {
  ASSUME(!number.is_zero());
  const int numerator = number.numerator(), denominator = number.denominator();
  number.invert();
  number.invert();
  EXPECT_EQ(number.numerator(), numerator);
  EXPECT_EQ(number.denominator(), denominator);
}
FORALL(RationalTruth, InvertTwiceIsNothing);
void NoInverseIsZero(Rational& number) {
  ASSUME(!number.is_zero());
  number.invert();
  EXPECT_FALSE(number.is_zero());
}
FORALL(RationalTruth, NoInverseIsZero);
void AddingZeroIsNothing(Rational& number) {
  const int numerator = number.numerator();
  number.add_integer(0);
  EXPECT_EQ(number.numerator(), numerator);
}
FORALL(RationalTruth, AddingZeroIsNothing);
void AddingOneAddsTheDenominator(Rational& number) {
  const int numerator = number.numerator(), denominator = number.denominator();
  number.add_integer(1);
  EXPECT_EQ(number.numerator(), numerator + denominator);
}
FORALL(RationalTruth, AddingOneAddsTheDenominator);
void AddingKeepsTheDenominator(Rational& number, int value) {
  ASSUME(-1000 <= value && value <= 1000);
  const int denominator = number.denominator();
  number.add_integer(value);
  EXPECT_EQ(number.denominator(), denominator);
}
FORALL(RationalTruth, AddingKeepsTheDenominator);
void AssignMakesAnInteger(Rational& number, int value) {
  number.assign(value);
  EXPECT_EQ(number.numerator(), value);
  EXPECT_EQ(number.denominator(), 1);
  EXPECT_TRUE(number.is_integer());
}
FORALL(RationalTruth, AssignMakesAnInteger);
void AssignOfZeroMakesZero(Rational& number, int value) {
  number.assign(value);
  EXPECT_EQ(number.is_zero(), value == 0);
}
FORALL(RationalTruth, AssignOfZeroMakesZero);
void LookingChangesNothing(const Rational& number) {
  number.numerator();
  number.denominator();
  number.is_zero();
  number.is_integer();
}
FORALL(RationalTruth, LookingChangesNothing).Pure();

}  // namespace
