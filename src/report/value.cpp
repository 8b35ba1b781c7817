#include "report/value.h"

#include <fmt/format.h>

#include <array>

namespace forall::report {

using testcase::ScalarKind;

namespace {

bool is_character(ScalarKind kind) {
  return kind == ScalarKind::Char || kind == ScalarKind::WChar || kind == ScalarKind::Char8 ||
         kind == ScalarKind::Char16 || kind == ScalarKind::Char32;
}

std::string character(unsigned code) {
  switch (code) {
    case '\0': return "'\\0'";
    case '\n': return "'\\n'";
    case '\t': return "'\\t'";
    case '\r': return "'\\r'";
    case '\'': return "'\\''";
    case '\\': return "'\\\\'";
    default:
      return code >= 0x20 && code < 0x7f ? fmt::format("'{}'", static_cast<char>(code))
                                         : fmt::format("'\\x{:02x}'", code);
  }
}

expr::U128 within(unsigned& width, abi::Bits value) {
  if (width == 0 || width > 128) width = 128;
  return expr::to_u128(value) & expr::mask(width);
}

}  // namespace

std::string decimal(ScalarKind kind, unsigned width, abi::Bits value) {
  expr::U128 magnitude = within(width, value);
  const bool is_negative = testcase::is_signed(kind) && expr::sign_bit(magnitude, width);
  if (is_negative) magnitude = (expr::U128{0} - magnitude) & expr::mask(width);
  std::array<char, 48> digits{};
  std::size_t at = digits.size();
  do {
    digits[--at] = static_cast<char>('0' + static_cast<int>(magnitude % 10));
  } while ((magnitude /= 10) != 0);
  if (is_negative) digits[--at] = '-';
  return {digits.data() + at, digits.size() - at};
}

std::string value_notation(ScalarKind kind, unsigned width, abi::Bits value) {
  const expr::U128 bits = within(width, value);
  if (kind == ScalarKind::Bool && bits <= 1) return bits == 0 ? "false" : "true";
  if (is_character(kind) && (bits < 0x80 || (kind == ScalarKind::Char && bits < 0x100))) {
    return character(static_cast<unsigned>(bits));
  }
  return decimal(kind, width, value);
}

}  // namespace forall::report
