// The scalar types that inputs are made of: their kinds, widths and spellings, and their values as bits and as text.
#ifndef FORALL_INTERNAL_SCALARS_H_
#define FORALL_INTERNAL_SCALARS_H_

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <type_traits>

#include "forall/internal/config.h"

namespace forall::internal {

__extension__ typedef __int128 Wide;
__extension__ typedef unsigned __int128 UWide;

// The types below have the names of their kinds: g++ warns if a kind comes after its type.
enum class ScalarKind : unsigned char {
#define FORALL_SCALAR(enumerator, name, is_signed) enumerator,
#include "forall/internal/scalars.def"
};

inline constexpr const char* kScalarKindNames[] = {
#define FORALL_SCALAR(enumerator, name, is_signed) #enumerator,
#include "forall/internal/scalars.def"
};

// Half precision, if the compiler has it; else a type that no parameter has.
#if defined(__FLT16_MANT_DIG__) && (defined(__clang__) || __GNUC__ >= 13 || defined(__x86_64__))
__extension__ typedef _Float16 Half;
#else
struct Half;
#endif
// The same for UTF-8 characters.
#ifdef __cpp_char8_t
using Char8 = char8_t;
#else
struct Char8;
#endif

template <class T>
inline constexpr bool kIsFloat =
    std::is_same_v<T, float> || std::is_same_v<T, double> || std::is_same_v<T, long double> || std::is_same_v<T, Half>;

struct ScalarFacts {
  bool is_scalar;
  ScalarKind kind;
  const char* spelling;  // null: that of the enum
};

// The integer that an enum stands for; any other type stands for itself, a floating-point number too.
template <class T, bool = std::is_enum_v<T>>
struct IntegerOfType {
  using Type = T;
};
template <class T>
struct IntegerOfType<T, true> {
  using Type = std::underlying_type_t<T>;
};
template <class T>
using IntegerOf = typename IntegerOfType<T>::Type;

// Of an enum without a fixed underlying type, other values than those that the bits for its enumerators can hold do not
// exist. Only the others can be made from a number in braces.
template <class T, class = void>
inline constexpr bool kHasFewValues = std::is_enum_v<T>;
template <class T>
inline constexpr bool kHasFewValues<T, std::void_t<decltype(T{0})>> = false;

// std::is_signed does not know __int128 in strict mode.
template <class T>
inline constexpr bool kIsSigned = static_cast<IntegerOf<T>>(-1) < static_cast<IntegerOf<T>>(1);

template <class T>
constexpr ScalarFacts scalar_facts() {
#define FORALL_SCALAR(enumerator, name, is_signed)
#define FORALL_SCALAR_TYPE(enumerator, name, is_signed, type) \
  if constexpr (std::is_same_v<T, type>) return {true, ScalarKind::enumerator, name};
#include "forall/internal/scalars.def"
  if constexpr (std::is_enum_v<T>) {
    return {true, kIsSigned<T> ? ScalarKind::SignedEnum : ScalarKind::UnsignedEnum, nullptr};
  }
  return {false, ScalarKind::Int, nullptr};
}

template <class T>
inline constexpr bool kIsScalar = scalar_facts<T>().is_scalar;
template <class T>
inline constexpr ScalarKind kScalarKind = scalar_facts<T>().kind;
// The bits that carry the value: a bool has one, the x87 format of long double 80.
template <class T>
inline constexpr unsigned kScalarWidth =
    std::is_same_v<IntegerOf<T>, bool>                          ? 1U
    : std::is_same_v<T, long double> && __LDBL_MANT_DIG__ == 64 ? 80U
                                                                : static_cast<unsigned>(8 * sizeof(T));

// The value in two's complement, or the representation of a floating-point number; zero above its width.
template <class T>
constexpr UWide to_bits(T value) {
  UWide bits = 0;
  if constexpr (kIsFloat<T>) {
    std::memcpy(&bits, &value, kScalarWidth<T> / 8);
  } else {
    bits = static_cast<UWide>(static_cast<IntegerOf<T>>(value));
  }
  constexpr unsigned kUnused = 128 - kScalarWidth<T>;
  return static_cast<UWide>(bits << kUnused) >> kUnused;
}
template <class T>
constexpr T from_bits(UWide bits) {
  if constexpr (kIsFloat<T>) {
    T value = 0;
    std::memcpy(&value, &bits, kScalarWidth<T> / 8);
    return value;
  } else {
    return static_cast<T>(static_cast<IntegerOf<T>>(bits));
  }
}

// Bits of the given width as a decimal number.
FORALL_INTERNAL_SUPPORT inline std::string to_decimal(UWide bits, unsigned width, bool is_signed) {
  const bool is_negative = is_signed && ((bits >> (width - 1)) & 1U) != 0;
  if (is_negative) bits = static_cast<UWide>((UWide{0} - bits) << (128 - width)) >> (128 - width);
  char text[42];
  char* begin = text + sizeof text - 1;
  *begin = '\0';
  do {
    *--begin = static_cast<char>('0' + static_cast<int>(bits % 10));
    bits /= 10;
  } while (bits != 0);
  if (is_negative) *--begin = '-';
  return begin;
}
// A floating-point number of the given width, with enough digits to tell it from its neighbours.
FORALL_INTERNAL_SUPPORT inline std::string float_text(UWide bits, unsigned width) {
  char text[64];
  switch (width) {
#if defined(__FLT16_MANT_DIG__) && (defined(__clang__) || __GNUC__ >= 13 || defined(__x86_64__))
    case 16: std::snprintf(text, sizeof text, "%.5g", static_cast<double>(from_bits<Half>(bits))); break;
#endif
    case 32: std::snprintf(text, sizeof text, "%.9g", static_cast<double>(from_bits<float>(bits))); break;
    case 64: std::snprintf(text, sizeof text, "%.17g", from_bits<double>(bits)); break;
    default: std::snprintf(text, sizeof text, "%.36Lg", from_bits<long double>(bits)); break;
  }
  return text;
}
template <class T>
std::string to_decimal(T value) {
  if constexpr (kIsFloat<T>) {
    return float_text(to_bits(value), kScalarWidth<T>);
  } else {
    return to_decimal(to_bits(value), kScalarWidth<T>, kIsSigned<T>);
  }
}

// Is the value of an integer or enum one of the values of T?
template <class T, class U>
constexpr bool is_integer_value_of(U value) {
  const IntegerOf<U> integer = static_cast<IntegerOf<U>>(value);
  const IntegerOf<T> converted = static_cast<IntegerOf<T>>(integer);
  const bool is_negative = kIsSigned<U> && integer < static_cast<IntegerOf<U>>(0);
  const bool becomes_negative = kIsSigned<T> && converted < static_cast<IntegerOf<T>>(0);
  return static_cast<IntegerOf<U>>(converted) == integer && is_negative == becomes_negative;
}

// Is the value of a scalar one of the values of T? A floating-point number may be rounded, but not to an infinity.
template <class T, class U>
constexpr bool is_value_of(U value) {
  if constexpr (kIsFloat<T>) {
    const T converted = static_cast<T>(value);
    if constexpr (!kIsFloat<U>) return static_cast<U>(converted) == value;
    const bool is_finite = converted - converted == 0;
    return is_finite || !(value - value == 0);
  } else {
    return is_integer_value_of<T>(value);
  }
}

}  // namespace forall::internal

#endif  // FORALL_INTERNAL_SCALARS_H_
