// Writes values so that they are exact and free of warnings under g++ and clang: a literal has the type of its input,
// so it neither narrows in braces nor mixes signedness in a comparison. The most negative value of a type has no
// literal (the minus is an operator on a number one too large) and is written by its name; so is the largest, because a
// reader knows it by name. Types nest by value, so the initialiser is built with an explicit stack of open braces.
#include "emit/literal.h"

#include <fmt/format.h>

#include <array>
#include <unordered_map>

#include "expr/bits.h"
#include "expr/print.h"

namespace forall::emit {

using expr::S128;
using expr::U128;
using testcase::ScalarKind;
using testcase::Type;

namespace {

std::string decimal(U128 value) { return expr::print_value(ScalarKind::UInt128, 128, expr::from_u128(value)); }
std::string decimal_signed(S128 value) {
  return expr::print_value(ScalarKind::Int128, 128, expr::from_u128(static_cast<U128>(value)));
}

// `prefix` is that of the character type: "", "L", "u8", "u", "U".
std::string character(const char* prefix, std::uint64_t value) {
  std::string text = std::string(prefix) + "'";
  switch (value) {
    case 0: text += "\\0"; break;
    case '\a': text += "\\a"; break;
    case '\b': text += "\\b"; break;
    case '\t': text += "\\t"; break;
    case '\n': text += "\\n"; break;
    case '\v': text += "\\v"; break;
    case '\f': text += "\\f"; break;
    case '\r': text += "\\r"; break;
    case '\'': text += "\\'"; break;
    case '\\': text += "\\\\"; break;
    default:
      if (value >= 0x20 && value < 0x7f) {
        text += static_cast<char>(value);
      } else {
        text += fmt::format("\\x{:x}", value);
      }
  }
  return text + "'";
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

// The fewest digits that give the number back, with the suffix of its type. Half precision has no suffix: a number of
// type float is converted, which is exact.
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
  return spelling;
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

namespace {

using Values = std::unordered_map<std::string, const testcase::InputValue*>;

// What remains to be written: a value of a type, or text between values.
struct Item {
  const Type* type = nullptr;  // null: text
  std::string name;            // of the input, or the text
  bool is_outermost = false;   // the variable itself: its type stands before its name
};

void open_array(const Item& item, std::string& text, std::vector<Item>& stack) {
  const Type& type = *item.type;
  const bool is_typed = type.is_std_array && !item.is_outermost;
  if (type.count == 0 || type.element.empty()) {
    text += is_typed ? source_spelling(type.spelling) + "{}" : "{}";
    return;
  }
  if (is_typed) text += source_spelling(type.spelling);
  text += type.is_std_array ? "{{" : "{";
  stack.push_back({nullptr, type.is_std_array ? "}}" : "}"});
  for (std::size_t i = type.count; i-- > 0;) {
    stack.push_back({&type.element.front(), item.name + "[" + std::to_string(i) + "]"});
    if (i > 0) stack.push_back({nullptr, ", "});
  }
}

void open_aggregate(const Item& item, std::string& text, std::vector<Item>& stack) {
  const Type& type = *item.type;
  if (!item.is_outermost) text += source_spelling(type.spelling);
  text += "{";
  stack.push_back({nullptr, "}"});
  for (std::size_t i = type.members.size(); i-- > 0;) {
    stack.push_back({&type.members[i].type, item.name + "." + type.members[i].name});
    if (i > 0) stack.push_back({nullptr, ", "});
  }
}

std::string initialiser(const Type& root, const std::string& name, const Values& values) {
  std::string text;
  std::vector<Item> stack = {{&root, name, true}};
  while (!stack.empty()) {
    const Item item = std::move(stack.back());
    stack.pop_back();
    if (item.type == nullptr) {
      text += item.name;
    } else if (item.type->kind == Type::Kind::Array) {
      open_array(item, text, stack);
    } else if (item.type->kind == Type::Kind::Aggregate) {
      open_aggregate(item, text, stack);
    } else {
      const auto found = values.find(item.name);
      text += literal(item.type->scalar, item.type->width, found == values.end() ? abi::Bits{} : found->second->value,
                      item.type->spelling);
    }
  }
  return text;
}

}  // namespace

std::string declaration(const testcase::Parameter& parameter, const std::string& variable,
                        const std::vector<testcase::InputValue>& inputs) {
  Values values;
  for (const testcase::InputValue& input : inputs) {
    if (!input.is_choice) values.emplace(input.name, &input);
  }
  const std::string value = initialiser(parameter.type, parameter.name, values);
  const Type* type = &parameter.type;
  if (type->kind == Type::Kind::Scalar) return source_spelling(type->spelling) + " " + variable + " = " + value + ";";
  if (type->kind == Type::Kind::Aggregate || type->is_std_array) {
    return source_spelling(type->spelling) + " " + variable + value + ";";
  }
  std::string extents;
  while (type->kind == Type::Kind::Array && !type->is_std_array && !type->element.empty()) {
    extents += fmt::format("[{}]", type->count);
    type = &type->element.front();
  }
  return source_spelling(type->spelling) + " " + variable + extents + " = " + value + ";";
}

}  // namespace forall::emit
