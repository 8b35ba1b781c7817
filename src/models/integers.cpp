// Text to integers, as the C library reads them: strtol, atoi and related functions.
//
// Each character costs one decision: is it white space, a sign, a digit? The sign is a value and not a path, and
// whether the number overflows is decided once, at the end, and only if there are enough digits for it.
#include <cerrno>
#include <cinttypes>
#include <cstdlib>
#include <limits>
#include <type_traits>

#include "models/model.h"
#include "models/text.h"

namespace forall::models {

namespace {

enum class Prefix { Octal, OctalOrBinary };  // C23 reads 0b, too

// How many digits of this base always fit the type.
template <typename T>
unsigned safe_digits(unsigned radix) {
  unsigned digits = 0;
  for (auto most = std::numeric_limits<T>::max(); most >= static_cast<T>(radix); most /= static_cast<T>(radix))
    ++digits;
  return digits;
}

bool is_valid_base(int base) { return base == 0 || (base >= 2 && base <= 36); }

// Skips "0x" or "0b" before a digit, and determines the base if the prefix does.
const char* skip_prefix(const char* p, int& base, Prefix prefix) {
  if (base != 0 && base != 16 && base != 2) return p;
  if (at(p) != '0') {
    if (base == 0) base = 10;
    return p;
  }
  if (base != 2 && lower(at(p + 1)) == 'x' && digit_value(at(p + 2)) < 16) {
    base = 16;
    return p + 2;
  }
  const bool binary = prefix == Prefix::OctalOrBinary && base != 16;
  if (binary && lower(at(p + 1)) == 'b' && is_between(at(p + 2), '0', '1')) {
    base = 2;
    return p + 2;
  }
  if (base == 0) base = 8;
  return p;
}

// `refuses`: why a number that does not fit ends the run.
template <typename T>
T parse(const char* text, char** end, int base, Prefix prefix = Prefix::Octal, const char* refuses = nullptr) {
  using Unsigned = std::make_unsigned_t<T>;
  if (!is_valid_base(base)) {
    errno = EINVAL;
    return 0;
  }
  if (end != nullptr) *end = const_cast<char*>(text);
  const char* p = text;
  while (is_space(at(p))) ++p;
  const Unsigned negative = Unsigned{at(p) == '-'};
  if ((negative | Unsigned{at(p) == '+'}) != 0) ++p;
  p = skip_prefix(p, base, prefix);
  const auto radix = static_cast<unsigned>(base);
  const unsigned safe = safe_digits<T>(radix);
  Unsigned value = 0;
  unsigned digits = 0;
  unsigned overflow = 0;
  for (;; ++p, ++digits) {
    const unsigned digit = radix <= 10 ? at(p) - '0' : digit_value(at(p));
    if (digit >= radix) break;
    overflow |= unsigned{__builtin_mul_overflow(value, Unsigned{radix}, &value)};
    overflow |= unsigned{__builtin_add_overflow(value, Unsigned{digit}, &value)};
  }
  if (digits > 0 && end != nullptr) *end = const_cast<char*>(p);
  // Signed numbers reach one further below zero than above.
  const Unsigned most = std::is_signed_v<T> ? static_cast<Unsigned>(std::numeric_limits<T>::max()) + negative
                                            : std::numeric_limits<Unsigned>::max();
  if (digits > safe && (overflow | unsigned{value > most}) != 0) {
    if (refuses != nullptr) __forall_refuse(refuses);
    errno = ERANGE;
    return static_cast<T>(std::is_signed_v<T> ? most : std::numeric_limits<Unsigned>::max());
  }
  return static_cast<T>((value ^ (Unsigned{0} - negative)) + negative);
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

long __forall_model_strtol_c23(const char* text, char** end, int base) {
  const Scope scope;
  return parse<long>(text, end, base, Prefix::OctalOrBinary);
}

unsigned long __forall_model_strtoul_c23(const char* text, char** end, int base) {
  const Scope scope;
  return parse<unsigned long>(text, end, base, Prefix::OctalOrBinary);
}

// The last argument asks for the digit groups of the locale; "C" has none.
long __forall_model_strtol_internal(const char* text, char** end, int base, int) {
  const Scope scope;
  return parse<long>(text, end, base);
}

unsigned long __forall_model_strtoul_internal(const char* text, char** end, int base, int) {
  const Scope scope;
  return parse<unsigned long>(text, end, base);
}

int __forall_model_atoi(const char* text) {
  const Scope scope;
  return parse<int>(text, nullptr, 10, Prefix::Octal, "atoi of a number that its result cannot have");
}

long __forall_model_atol(const char* text) {
  const Scope scope;
  return parse<long>(text, nullptr, 10, Prefix::Octal, "atol of a number that its result cannot have");
}

}  // extern "C"
