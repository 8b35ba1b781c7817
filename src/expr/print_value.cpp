// Values in the notation of their C++ type.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

#include "expr/print.h"

namespace forall::expr {

namespace {

std::string decimal(U128 v) {
  std::string digits;
  do {
    digits.push_back(static_cast<char>('0' + static_cast<int>(v % 10)));
    v /= 10;
  } while (v != 0);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::string hexadecimal(U128 v) {
  std::string digits;
  do {
    digits.push_back("0123456789abcdef"[static_cast<unsigned>(v & 15)]);
    v >>= 4;
  } while (v != 0);
  digits.append("x0");
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::string character(U128 v) {
  std::string text = "'";
  switch (static_cast<unsigned>(v)) {
    case '\0': text.append("\\0"); break;
    case '\n': text.append("\\n"); break;
    case '\t': text.append("\\t"); break;
    case '\r': text.append("\\r"); break;
    case '\'': text.append("\\'"); break;
    case '\\': text.append("\\\\"); break;
    default:
      if (v >= 0x20 && v < 0x7f) {
        text.push_back(static_cast<char>(v));
      } else {
        text.append("\\x").append(v < 16 ? "0" : "").append(hexadecimal(v).substr(2));
      }
  }
  text.push_back('\'');
  return text;
}

// The format of a width: where the fraction ends, and whether the bit in front of the point is stored.
struct Layout {
  unsigned fraction;
  bool integer_bit;
};
Layout layout_of(unsigned width) {
  switch (width) {
    case 16: return {10, false};
    case 32: return {23, false};
    case 64: return {52, false};
    case 80: return {63, true};
    default: return {112, false};
  }
}

template <typename Number>
std::string shortest(Number number) {
  char text[128];
  const auto end = std::to_chars(text, text + sizeof text, number).ptr;
  std::string result(text, end);
  if (result.find_first_of(".en") == std::string::npos) result += ".0";
  return result;
}

template <typename Number>
Number number_of(Bits value) {
  Number number = 0;
  std::memcpy(&number, &value, std::min(sizeof number, sizeof value));
  return number;
}

float half_to_float(U128 v) {
  const auto exponent = static_cast<int>(v >> 10 & 31);
  const auto fraction = static_cast<float>(static_cast<unsigned>(v & 1023));
  const float magnitude = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
  return (v >> 15 & 1) != 0 ? -magnitude : magnitude;
}

}  // namespace

bool is_float_kind(abi::ScalarKind kind) {
  return kind >= abi::ScalarKind::Half && kind <= abi::ScalarKind::LongDouble;
}

std::string print_float(unsigned width, Bits value) {
  const U128 v = to_u128(value) & mask(width);
  const Layout format = layout_of(width);
  const std::string sign = sign_bit(v, width) ? "-" : "";
  const U128 fraction = v & mask(format.fraction);
  const unsigned exponent_at = format.fraction + (format.integer_bit ? 1 : 0);
  const U128 exponents = mask(width - 1 - exponent_at);
  if ((v >> exponent_at & exponents) == exponents) {
    if (fraction == 0) return sign + "inf";
    const U128 quiet = U128{1} << (format.fraction - 1);
    if (fraction == quiet) return sign + "nan";
    return sign + ((fraction & quiet) != 0 ? "nan(" : "snan(") + hexadecimal(fraction & ~quiet) + ")";
  }
  switch (width) {
    case 16: return shortest(half_to_float(v));
    case 32: return shortest(number_of<float>(value));
    case 64: return shortest(number_of<double>(value));
    default: return shortest(number_of<long double>(from_u128(v)));
  }
}

bool is_signed_kind(abi::ScalarKind kind, unsigned width) {
  switch (kind) {
    case abi::ScalarKind::SChar:
    case abi::ScalarKind::Short:
    case abi::ScalarKind::Int:
    case abi::ScalarKind::Long:
    case abi::ScalarKind::LongLong:
    case abi::ScalarKind::Int128:
    case abi::ScalarKind::SignedEnum: return true;
    // The explorer runs on the machine of the target, so their signedness is the same.
    case abi::ScalarKind::Char: return static_cast<char>(-1) < 0;
    case abi::ScalarKind::WChar: return static_cast<wchar_t>(-1) < wchar_t{1} && width == 8 * sizeof(wchar_t);
    default: return false;
  }
}

bool is_character_kind(abi::ScalarKind kind) {
  return kind == abi::ScalarKind::Char || kind == abi::ScalarKind::WChar || kind == abi::ScalarKind::Char8 ||
         kind == abi::ScalarKind::Char16 || kind == abi::ScalarKind::Char32;
}

std::string print_number(unsigned width, Bits value, bool is_signed) {
  const U128 v = to_u128(value) & mask(width);
  if (!is_signed || !sign_bit(v, width)) return decimal(v);
  return std::string("-").append(decimal((U128{0} - v) & mask(width)));
}

std::string print_hexadecimal(Bits value) { return hexadecimal(to_u128(value)); }

std::string print_value(abi::ScalarKind kind, unsigned width, Bits value) {
  const U128 v = to_u128(value) & mask(width);
  if (is_float_kind(kind)) return print_float(width, value);
  if (kind == abi::ScalarKind::Pointer) return v == 0 ? "nullptr" : hexadecimal(v);
  if (kind == abi::ScalarKind::Bool) return v == 0 ? "false" : v == 1 ? "true" : decimal(v);
  if (is_character_kind(kind) && (v < 0x80 || (kind == abi::ScalarKind::Char && v < 0x100))) return character(v);
  return print_number(width, value, is_signed_kind(kind, width));
}

}  // namespace forall::expr
