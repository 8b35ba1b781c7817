// Text to integers, as the C library reads them: strtol and its kin, atoi and its kin.
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <limits>
#include <type_traits>

#include "models/model.h"

namespace forall::models {

namespace {

bool is_space(unsigned char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

// The value of a digit, 36 or more if it is none.
unsigned digit_value(unsigned char c) {
  if (c >= '0' && c <= '9') return c - unsigned{'0'};
  if (c >= 'a' && c <= 'z') return c - unsigned{'a'} + 10;
  if (c >= 'A' && c <= 'Z') return c - unsigned{'A'} + 10;
  return 36;
}

template <typename T>
T parse(const char* text, char** end, int base) {
  using Unsigned = std::make_unsigned_t<T>;
  if (end != nullptr) *end = const_cast<char*>(text);
  if (base < 0 || base == 1 || base > 36) {
    errno = EINVAL;
    return 0;
  }
  const char* p = text;
  while (is_space(static_cast<unsigned char>(*p))) ++p;
  const bool negative = *p == '-';
  if (*p == '+' || *p == '-') ++p;
  if ((base == 0 || base == 16) && *p == '0' && (p[1] == 'x' || p[1] == 'X') &&
      digit_value(static_cast<unsigned char>(p[2])) < 16) {
    p += 2;
    base = 16;
  } else if (base == 0) {
    base = *p == '0' ? 8 : 10;
  }
  // Signed numbers reach one further below zero than above.
  const Unsigned most = std::is_signed_v<T>
                            ? static_cast<Unsigned>(std::numeric_limits<T>::max()) + (negative ? 1u : 0u)
                            : std::numeric_limits<Unsigned>::max();
  const auto radix = static_cast<Unsigned>(base);
  Unsigned value = 0;
  bool any = false;
  bool overflow = false;
  for (;; ++p) {
    const Unsigned digit = digit_value(static_cast<unsigned char>(*p));
    if (digit >= radix) break;
    any = true;
    if (overflow || value > most / radix || (value == most / radix && digit > most % radix)) {
      overflow = true;
    } else {
      value = value * radix + digit;
    }
  }
  if (any && end != nullptr) *end = const_cast<char*>(p);
  if (overflow) {
    errno = ERANGE;
    return static_cast<T>(!std::is_signed_v<T> ? most : negative ? Unsigned{0} - most : most);
  }
  return static_cast<T>(negative ? Unsigned{0} - value : value);
}

}  // namespace

}  // namespace forall::models

using namespace forall::models;

extern "C" {

long __forall_model_strtol(const char* text, char** end, int base) {
  const Scope scope;
  return parse<long>(text, end, base);
}

unsigned long __forall_model_strtoul(const char* text, char** end, int base) {
  const Scope scope;
  return parse<unsigned long>(text, end, base);
}

int __forall_model_atoi(const char* text) {
  const Scope scope;
  return static_cast<int>(parse<long>(text, nullptr, 10));
}

long __forall_model_atol(const char* text) {
  const Scope scope;
  return parse<long>(text, nullptr, 10);
}

}  // extern "C"
