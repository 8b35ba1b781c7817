// Writes values so that they are exact and free of warnings under g++ and clang: a literal has the type of its input,
// so it neither narrows in braces nor mixes signedness in a comparison. The most negative value of a type has no
// literal (the minus is an operator on a number one too large) and is written by its name; so is the largest, because a
// reader knows it by name.
#include "emit/literal.h"

#include <fmt/format.h>

#include <array>

#include "expr/bits.h"
#include "expr/print.h"
#include "testcase/value.h"

namespace forall::emit {

using expr::S128;
using expr::U128;
using testcase::ScalarKind;

namespace {

std::string decimal(U128 value) { return expr::print_value(ScalarKind::UInt128, 128, expr::from_u128(value)); }
std::string decimal_signed(S128 value) {
  return expr::print_value(ScalarKind::Int128, 128, expr::from_u128(static_cast<U128>(value)));
}

// A character between quotes of this kind.
std::string escaped(std::uint64_t value, char quote) {
  switch (value) {
    case 0: return "\\0";
    case '\a': return "\\a";
    case '\b': return "\\b";
    case '\t': return "\\t";
    case '\n': return "\\n";
    case '\v': return "\\v";
    case '\f': return "\\f";
    case '\r': return "\\r";
    case '\\': return "\\\\";
    default: break;
  }
  if (value == static_cast<unsigned char>(quote)) return {'\\', quote};
  if (value >= 0x20 && value < 0x7f) return {static_cast<char>(value)};
  return fmt::format("\\x{:x}", value);
}

// `prefix` is that of the character type: "", "L", "u8", "u", "U".
std::string character(const char* prefix, std::uint64_t value) {
  return std::string(prefix) + "'" + escaped(value, '\'') + "'";
}

bool is_hexadecimal(std::uint64_t c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

std::string signed_number(S128 value, unsigned width, const char* type, const char* suffix) {
  const auto greatest = static_cast<S128>(expr::mask(width - 1));
  if (width >= 32 && value == greatest) return fmt::format("std::numeric_limits<{}>::max()", type);
  if (width >= 32 && value == -greatest - 1) return fmt::format("std::numeric_limits<{}>::min()", type);
  return decimal_signed(value) + suffix;
}

// No literal is wider than 64 bits: larger values are put together.
std::string wide_number(U128 bits, bool is_signed) {
  const auto value = static_cast<S128>(bits);
  constexpr S128 kInt = 2147483647;
  if (value <= kInt && (value >= 0 || (is_signed && value >= -kInt))) return decimal_signed(value);
  const auto [lo, hi] = expr::from_u128(bits);
  const std::string whole = fmt::format("(static_cast<unsigned __int128>({:#x}ULL) << 64) | {:#x}ULL", hi, lo);
  return is_signed ? fmt::format("static_cast<__int128>({})", whole) : whole;
}

// Compilers do not agree on the bits of a NaN they are asked for by name, but for the plain one.
std::string nan_literal(const std::string& type, unsigned width, U128 bits) {
  const auto [lo, hi] = expr::from_u128(bits);
  std::string pattern = fmt::format("{:#x}ULL", lo);
  if (width > 64) {
    pattern = fmt::format("(static_cast<unsigned __int128>({:#x}ULL) << 64) | {}", hi, pattern);
  } else if (width < 64) {
    pattern = fmt::format("{:#x}U", lo);
  }
  if (width < 32) pattern = fmt::format("static_cast<unsigned short>({})", pattern);
  return fmt::format("__builtin_bit_cast({}, {})", type, pattern);
}

// The fewest digits that read back as the number, with the suffix of its type. Half precision has no suffix: a number
// of type float is converted, which is exact.
std::string floating_number(ScalarKind kind, unsigned width, U128 bits) {
  const std::string type = testcase::to_string(kind);
  const bool is_half = kind == ScalarKind::Half;
  const std::string named = is_half ? "float" : type;
  const std::string text = expr::print_float(width, expr::from_u128(bits));
  const std::string sign = text.front() == '-' ? "-" : "";
  std::string result;
  if (text == "inf" || text == "-inf") {
    result = fmt::format("{}std::numeric_limits<{}>::infinity()", sign, named);
  } else if (text == "nan") {
    result = fmt::format("std::numeric_limits<{}>::quiet_NaN()", named);
  } else if (text.find('n') != std::string::npos) {
    return nan_literal(type, width, bits);
  } else {
    result = text + (kind == ScalarKind::Double ? "" : kind == ScalarKind::LongDouble ? "L" : "F");
  }
  return is_half ? fmt::format("static_cast<_Float16>({})", result) : result;
}

std::string enumerator(const std::string& spelling, bool is_signed, unsigned width, U128 bits) {
  std::string number;
  if (is_signed) {
    const S128 value = expr::to_signed(bits, width);
    number = width > 32 ? signed_number(value, width, "long long", "LL") : signed_number(value, width, "int", "");
  } else {
    number = bits <= 0x7fffffff ? decimal(bits) : decimal(bits) + (width > 32 ? "ULL" : "U");
  }
  return fmt::format("static_cast<{}>({})", source_spelling(spelling), number);
}

}  // namespace

std::string source_spelling(std::string spelling) {
  for (const char* unnamed : {"(anonymous namespace)::", "{anonymous}::", "<unnamed>::"}) {
    const std::string text = unnamed;
    for (auto at = spelling.find(text); at != std::string::npos; at = spelling.find(text))
      spelling.erase(at, text.size());
  }
  return testcase::plain_spelling(std::move(spelling));
}

std::string named_literal(const base::Enums& enums, const std::string& type, ScalarKind kind, unsigned width,
                          abi::Bits value, const std::string& spelling) {
  const bool is_enum = kind == ScalarKind::SignedEnum || kind == ScalarKind::UnsignedEnum;
  const auto name = is_enum ? base::find_enumerator(enums, type, width, value.lo) : std::nullopt;
  return name ? source_spelling(spelling) + "::" + *name : literal(kind, width, value, spelling);
}

std::string literal(ScalarKind kind, unsigned width, abi::Bits value, const std::string& spelling) {
  if (width == 0 || width > 128) width = 128;
  const U128 bits = expr::to_u128(value) & expr::mask(width);
  const S128 number = expr::to_signed(bits, width);
  switch (kind) {
    case ScalarKind::Bool: return bits != 0 ? "true" : "false";
    case ScalarKind::Char: return character("", value.lo & 0xff);
    case ScalarKind::WChar: return character("L", static_cast<std::uint64_t>(bits));
    case ScalarKind::Char8: return character("u8", value.lo & 0xff);
    case ScalarKind::Char16: return character("u", static_cast<std::uint64_t>(bits));
    case ScalarKind::Char32: return character("U", static_cast<std::uint64_t>(bits));
    case ScalarKind::SChar:
    case ScalarKind::Short: return signed_number(number, width, "int", "");
    case ScalarKind::Int: return signed_number(number, width, "int", "");
    case ScalarKind::Long: return signed_number(number, width, "long", "L");
    case ScalarKind::LongLong: return signed_number(number, width, "long long", "LL");
    case ScalarKind::UChar:
    case ScalarKind::UShort: return decimal(bits);
    case ScalarKind::UInt: return decimal(bits) + "U";
    case ScalarKind::ULong: return decimal(bits) + "UL";
    case ScalarKind::ULongLong: return decimal(bits) + "ULL";
    case ScalarKind::Int128: return wide_number(bits, true);
    case ScalarKind::UInt128: return wide_number(bits, false);
    case ScalarKind::SignedEnum: return enumerator(spelling, true, width, bits);
    case ScalarKind::UnsignedEnum: return enumerator(spelling, false, width, bits);
    case ScalarKind::Half:
    case ScalarKind::Float:
    case ScalarKind::Double:
    case ScalarKind::LongDouble: return floating_number(kind, width, bits);
    case ScalarKind::Pointer: return "nullptr";
  }
  return "0";
}

const char* literal_prefix(ScalarKind kind) {
  switch (kind) {
    case ScalarKind::Char: return "";
    case ScalarKind::WChar: return "L";
    case ScalarKind::Char8: return "u8";
    case ScalarKind::Char16: return "u";
    case ScalarKind::Char32: return "U";
    default: return nullptr;
  }
}

std::string text_literal(ScalarKind kind, const std::vector<std::uint64_t>& characters) {
  const char* prefix = literal_prefix(kind);
  std::string text = std::string(prefix) + "\"";
  bool is_open = false;  // the last escape would take a digit that follows
  for (std::size_t i = 0; i < characters.size(); ++i) {
    const std::uint64_t c = characters[i];
    if (is_open && is_hexadecimal(c)) text += std::string("\" ") + prefix + "\"";
    // Two question marks may begin a trigraph.
    const std::string next = c == '?' && i > 0 && characters[i - 1] == '?' ? "\\?" : escaped(c, '"');
    is_open = c == 0 || next.compare(0, 2, "\\x") == 0;
    text += next;
  }
  return text + "\"";
}

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (byte < 0x20 || byte == 0x7f) {
      // Octal escapes end after three digits; hexadecimal ones would take the digits that follow.
      const std::array<char, 4> octal = {'\\', static_cast<char>('0' + byte / 64),
                                         static_cast<char>('0' + byte / 8 % 8), static_cast<char>('0' + byte % 8)};
      result.append(octal.data(), octal.size());
    } else {
      result += c;
    }
  }
  return result + "\"";
}

}  // namespace forall::emit
