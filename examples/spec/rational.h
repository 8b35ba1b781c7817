// Fractions in lowest terms.
#pragma once

#include <numeric>
#include <stdexcept>

class Rational {
 public:
  Rational(int n, int d) : n_(n), d_(d) {
    if (d == 0) throw std::domain_error("Rational: denominator 0");
    const long long divisor = std::gcd(static_cast<long long>(n), static_cast<long long>(d)) * (d < 0 ? -1 : 1);
    n_ /= divisor;
    d_ /= divisor;
  }
  Rational plus(const Rational& b) const { return Rational(n_ * b.d_ + b.n_ * d_, d_ * b.d_); }
  Rational times(const Rational& b) const { return Rational(n_ * b.n_, d_ * b.d_); }
  Rational negate() const { return Rational(-n_, d_); }
  bool is_zero() const { return n_ == 0; }
  bool less(const Rational& b) const { return n_ * b.d_ < b.n_ * d_; }
  friend bool operator==(const Rational& a, const Rational& b) { return a.n_ == b.n_ && a.d_ == b.d_; }

 private:
  Rational(long long n, long long d) : n_(n / std::gcd(n, d)), d_(d / std::gcd(n, d)) {}

  long long n_, d_;
};
