// Values in the notation of their C++ type.
#include <algorithm>

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

}  // namespace

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
  if (kind == abi::ScalarKind::Bool) return v == 0 ? "false" : v == 1 ? "true" : decimal(v);
  if (is_character_kind(kind) && (v < 0x80 || (kind == abi::ScalarKind::Char && v < 0x100))) return character(v);
  return print_number(width, value, is_signed_kind(kind, width));
}

}  // namespace forall::expr
