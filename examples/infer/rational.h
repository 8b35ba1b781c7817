// A rational number in lowest terms; its denominator is positive. Small enough that nothing overflows.
#pragma once

#include <forall/forall.h>

#include <stdexcept>

class Rational {
 public:
  Rational() = default;

  int numerator() const { return numerator_; }
  int denominator() const { return denominator_; }
  bool is_zero() const { return numerator_ == 0; }
  bool is_integer() const { return denominator_ == 1; }

  void negate() { numerator_ = -numerator_; }
  void invert() {
    if (numerator_ == 0) throw std::domain_error("zero has no inverse");
    const int sign = numerator_ < 0 ? -1 : 1;
    const int numerator = sign * denominator_;
    denominator_ = sign * numerator_;
    numerator_ = numerator;
  }
  void add_integer(int value) { numerator_ += value * denominator_; }
  void assign(int value) {
    numerator_ = value;
    denominator_ = 1;
  }

 private:
  int numerator_ = 0;
  int denominator_ = 1;
};

FORALL_STATE(Rational, numerator_, denominator_);
FORALL_INVARIANT(Rational, [](const Rational& number) {
  return (-100 <= number.numerator()) & (number.numerator() <= 100) & (1 <= number.denominator()) &
         (number.denominator() <= 100) & ((number.numerator() != 0) | (number.denominator() == 1));
});
