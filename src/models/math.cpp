// Functions of libm that decompose and compose numbers, and those that return an integer. All of them are exact except
// for one rounding, so they are written with exact operations: bits, comparisons, and a last multiplication.
#include <cerrno>
#include <climits>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "models/model.h"

namespace forall::models {

namespace {

__extension__ using Wide = unsigned __int128;

template <typename T>
struct Format {
  static constexpr int kDigits = std::numeric_limits<T>::digits;
  static constexpr bool kStoresIntegerBit = kDigits == 64;  // x87
  static constexpr int kExponentAt = kStoresIntegerBit ? 64 : kDigits - 1;
  static constexpr int kMost = 2 * std::numeric_limits<T>::max_exponent - 1;  // exponent of infinities and NaNs
  static constexpr int kHalf = kMost / 2 - 1;                                 // exponent of 0.5
  static constexpr unsigned kBytes = kStoresIntegerBit ? 10 : sizeof(T);
  using Bits =
      std::conditional_t<sizeof(T) == 4, std::uint32_t, std::conditional_t<sizeof(T) == 8, std::uint64_t, Wide>>;
};

template <typename T>
typename Format<T>::Bits bits_of(T x) {
  typename Format<T>::Bits bits = 0;
  std::memcpy(&bits, &x, Format<T>::kBytes);
  return bits;
}

template <typename T>
int exponent_of(T x) {
  return static_cast<int>(bits_of(x) >> Format<T>::kExponentAt) & Format<T>::kMost;
}

template <typename T>
T with_exponent(T x, int exponent) {
  using Bits = typename Format<T>::Bits;
  Bits bits = bits_of(x) & ~(Bits{Format<T>::kMost} << Format<T>::kExponentAt);
  bits |= static_cast<Bits>(exponent) << Format<T>::kExponentAt;
  std::memcpy(&x, &bits, Format<T>::kBytes);
  return x;
}

// 2^n for a normal number.
template <typename T>
T power_of_two(int n) {
  return with_exponent(T{1}, Format<T>::kHalf + 1 + n);
}

template <typename T>
bool is_special(T x) {
  return x == 0 || !std::isfinite(x);
}

// x * 2^n with one rounding: a subnormal result is first scaled up by enough digits to be normal, then multiplied down
// again.
template <typename T>
T scaled(T x, long n) {
  constexpr int kLent = Format<T>::kDigits + 1;
  constexpr long kFar = 2L * Format<T>::kMost;
  if (is_special(x)) return x + x;
  int exponent = exponent_of(x);
  if (exponent == 0) {
    x *= power_of_two<T>(kLent);
    exponent = exponent_of(x) - kLent;
  }
  const long moved = exponent + (n < -kFar ? -kFar : n > kFar ? kFar : n);
  T result;
  if (moved >= Format<T>::kMost) {
    result = std::copysign(std::numeric_limits<T>::infinity(), x);
  } else if (moved > 0) {
    return with_exponent(x, static_cast<int>(moved));
  } else if (moved > -kLent) {
    result = with_exponent(x, static_cast<int>(moved) + kLent) * power_of_two<T>(-kLent);
  } else {
    result = std::copysign(T{0}, x);
  }
  if (result == 0 || std::isinf(result)) errno = ERANGE;
  return result;
}

template <typename T>
T fraction_and_exponent(T x, int* exponent) {
  *exponent = 0;
  if (is_special(x)) return x + x;
  constexpr int kLent = Format<T>::kDigits + 1;
  int lent = 0;
  if (exponent_of(x) == 0) {
    x *= power_of_two<T>(kLent);
    lent = kLent;
  }
  *exponent = exponent_of(x) - lent - Format<T>::kHalf;
  return with_exponent(x, Format<T>::kHalf);
}

template <typename T>
T split(T x, T* whole) {
  *whole = std::trunc(x);
  if (std::isinf(x)) return std::copysign(T{0}, x);
  return std::copysign(x - *whole, x);
}

template <typename T>
int exponent_as_integer(T x) {
  if (is_special(x)) {
    errno = EDOM;
    return x == 0 ? FP_ILOGB0 : std::isnan(x) ? FP_ILOGBNAN : INT_MAX;
  }
  int exponent = 0;
  fraction_and_exponent(x, &exponent);
  return exponent - 1;
}

// The integer of a number that was rounded to an integral value. Out of range, the result of the machine's conversion.
template <typename T>
long as_integer(T rounded) {
  constexpr T kLimit = T{1ULL << 63};
  if (rounded >= -kLimit && rounded < kLimit) return static_cast<long>(rounded);
#if defined(__aarch64__)
  return std::isnan(rounded) ? 0 : rounded < 0 ? LONG_MIN : LONG_MAX;
#else
  return LONG_MIN;
#endif
}

template <typename T>
T positive_difference(T x, T y) {
  if (std::islessequal(x, y)) return 0;
  const T result = x - y;
  if (std::isinf(result) && !std::isinf(x) && !std::isinf(y)) errno = ERANGE;
  return result;
}

// As in glibc: x is brought below 8 |y|, then the last three bits of the quotient are found one by one.
template <typename T>
T remainder_and_quotient(T x, T y, int* quotient) {
  const bool negative = std::signbit(x);
  const bool opposite = negative != std::signbit(y);
  if (y == 0 || !std::isfinite(x) || std::isnan(y)) return (x * y) / (x * y);
  constexpr T kMost = std::numeric_limits<T>::max();
  if (std::fabs(y) <= kMost / 8) x = std::fmod(x, 8 * y);
  x = std::fabs(x);
  y = std::fabs(y);
  int count = 0;
  if (y <= kMost / 8 && x >= 4 * y) {
    x -= 4 * y;
    count += 4;
  }
  if (y <= kMost / 4 && x >= 2 * y) {
    x -= 2 * y;
    count += 2;
  }
  // Half of y is exact except for the smallest numbers, twice x except for the largest.
  const bool small = y < 2 * std::numeric_limits<T>::min();
  const T half = y / 2;
  if (small ? x + x > y : x > half) {
    x -= y;
    ++count;
    if (small ? x + x >= y : x >= half) {
      x -= y;
      ++count;
    }
  }
  *quotient = opposite ? -count : count;
  if (x == 0) x = 0;
  return negative ? -x : x;
}

template <typename T>
int class_of(T x) {
  return std::isnan(x)                                  ? FP_NAN
         : std::isinf(x)                                ? FP_INFINITE
         : x == 0                                       ? FP_ZERO
         : std::fabs(x) < std::numeric_limits<T>::min() ? FP_SUBNORMAL
                                                        : FP_NORMAL;
}

template <typename T>
int infinite_sign(T x) {
  return !std::isinf(x) ? 0 : x < 0 ? -1 : 1;
}

}  // namespace

}  // namespace forall::models

using namespace forall::models;

extern "C" {

#define FORALL_MODELS(T, suffix)                                                                                       \
  T __forall_model_ldexp##suffix(T x, int n) { return Scope(), scaled(x, n); }                                         \
  T __forall_model_scalbln##suffix(T x, long n) { return Scope(), scaled(x, n); }                                      \
  T __forall_model_frexp##suffix(T x, int* exponent) { return Scope(), fraction_and_exponent(x, exponent); }           \
  T __forall_model_modf##suffix(T x, T* whole) { return Scope(), split(x, whole); }                                    \
  int __forall_model_ilogb##suffix(T x) { return Scope(), exponent_as_integer(x); }                                    \
  long __forall_model_lround##suffix(T x) { return Scope(), as_integer(std::round(x)); }                               \
  long __forall_model_lrint##suffix(T x) { return Scope(), as_integer(std::rint(x)); }                                 \
  T __forall_model_fdim##suffix(T x, T y) { return Scope(), positive_difference(x, y); }                               \
  T __forall_model_remquo##suffix(T x, T y, int* quotient) { return Scope(), remainder_and_quotient(x, y, quotient); } \
  void __forall_model_sincos##suffix(T x, T* sine, T* cosine) {                                                        \
    const Scope scope;                                                                                                 \
    *sine = std::sin(x);                                                                                               \
    *cosine = std::cos(x);                                                                                             \
  }                                                                                                                    \
  int __forall_model_fpclassify##suffix(T x) { return Scope(), class_of(x); }                                          \
  int __forall_model_isnan##suffix(T x) { return Scope(), std::isnan(x); }                                             \
  int __forall_model_isinf##suffix(T x) { return Scope(), infinite_sign(x); }                                          \
  int __forall_model_finite##suffix(T x) { return Scope(), std::isfinite(x); }                                         \
  int __forall_model_signbit##suffix(T x) { return Scope(), std::signbit(x); }

FORALL_MODELS(double, )
FORALL_MODELS(float, f)
FORALL_MODELS(long double, l)

#undef FORALL_MODELS

// The condition of EXPECT_NEAR (runtime/gtest_models.cpp).
bool __forall_model_is_near(double a, double b, double error) { return Scope(), std::fabs(a - b) <= error; }

}  // extern "C"
