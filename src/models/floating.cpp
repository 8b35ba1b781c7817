// Text to floating point: strtod and related functions.
//
// A decimal number with few digits, d * 10^e, is one multiplication or division of numbers that are exact themselves,
// so the operation yields its correctly rounded value (Clinger, How to read floating point numbers accurately, 1990),
// and the digits may be symbolic. Every other text (more digits, large exponents, hexadecimal, infinity, NaN) is read
// by the C library, and symbolic characters in it cost a ledger line.
#include <cstdint>
#include <cstdlib>
#include <limits>

#include "models/model.h"
#include "models/text.h"

extern "C" {
// Kinds: 0 float, 1 double, 2 long double. The result goes to `to`.
char* __forall_native_strtod(const char* text, void* to, unsigned kind);
}

namespace forall::models {

namespace {

template <typename T>
struct Exact;  // digits and powers of ten that the type holds exactly
template <>
struct Exact<float> {
  static constexpr unsigned kDigits = 7, kPower = 10, kKind = 0;
};
template <>
struct Exact<double> {
  static constexpr unsigned kDigits = 15, kPower = 22, kKind = 1;
};
template <>
struct Exact<long double> {
  static constexpr unsigned kDigits = 19, kPower = 27, kKind = 2;
};

// Digits with a point among them, and the exponent.
struct Decimal {
  std::uint64_t digits = 0;
  unsigned count = 0;
  int exponent = 0;
  bool any = false;
};

const char* read_digits(const char* p, Decimal& number, int step) {
  for (; is_digit(at(p)); ++p) {
    number.any = true;
    // A concrete leading zero does not count as a digit.
    if (number.count > 0 || at(p) != '0') ++number.count;
    number.digits = number.digits * 10 + (at(p) - '0');
    number.exponent -= step;
  }
  return p;
}

// After the digits: e, a sign, digits. Without digits there is no exponent.
const char* read_exponent(const char* p, Decimal& number) {
  if (lower(at(p)) != 'e') return p;
  const char* q = p + 1;
  const bool negative = *q == '-';
  if (negative || *q == '+') ++q;
  if (!is_digit(at(q))) return p;
  int exponent = 0;
  for (; is_digit(at(q)); ++q) {
    if (exponent < 10000) exponent = exponent * 10 + static_cast<int>(at(q) - '0');
  }
  number.exponent += negative ? -exponent : exponent;
  return q;
}

template <typename T>
T power_of_ten(unsigned n) {
  T power = 1;
  for (; n > 0; --n) power *= 10;
  return power;
}

template <typename T>
T from_text(const char* text, char** end) {
  const auto leave_to_library = [&] {
    T result = 0;
    char* behind = __forall_native_strtod(text, &result, Exact<T>::kKind);
    if (end != nullptr) *end = behind;
    return result;
  };
  const char* p = text;
  while (is_space(at(p))) ++p;
  const bool negative = *p == '-';
  if (negative || *p == '+') ++p;
  if (*p == '0' && lower(at(p + 1)) == 'x') return leave_to_library();
  Decimal number;
  p = read_digits(p, number, 0);
  if (*p == '.') p = read_digits(p + 1, number, 1);
  if (!number.any) {
    // Not a number, or the words for infinity and NaN.
    const unsigned c = lower(at(p));
    if ((unsigned{c == 'i'} | unsigned{c == 'n'}) != 0) return leave_to_library();
    if (end != nullptr) *end = const_cast<char*>(text);
    return 0;
  }
  p = read_exponent(p, number);
  constexpr int kPower = Exact<T>::kPower;
  if (number.count > Exact<T>::kDigits || number.exponent > kPower || number.exponent < -kPower) {
    return leave_to_library();
  }
  if (end != nullptr) *end = const_cast<char*>(p);
  const T digits = static_cast<T>(number.digits);
  const T size = number.exponent < 0 ? digits / power_of_ten<T>(static_cast<unsigned>(-number.exponent))
                                     : digits * power_of_ten<T>(static_cast<unsigned>(number.exponent));
  return negative ? -size : size;
}

}  // namespace

}  // namespace forall::models

using namespace forall::models;

extern "C" {

double __forall_model_strtod(const char* text, char** end) {
  const Scope scope;
  return from_text<double>(text, end);
}

float __forall_model_strtof(const char* text, char** end) {
  const Scope scope;
  return from_text<float>(text, end);
}

long double __forall_model_strtold(const char* text, char** end) {
  const Scope scope;
  return from_text<long double>(text, end);
}

double __forall_model_atof(const char* text) {
  const Scope scope;
  return from_text<double>(text, nullptr);
}

}  // extern "C"
