#include "generalize/values.h"

#include <fmt/format.h>

#include <cstring>

#include "testcase/value.h"

namespace forall::generalize {
namespace {

long double number_of(testcase::ScalarKind kind, unsigned width, abi::Bits bits) {
  const bool is_float = std::strcmp(testcase::to_string(kind), "float") == 0;
  const bool is_double = std::strcmp(testcase::to_string(kind), "double") == 0;
  if (is_float) {
    const auto low = static_cast<std::uint32_t>(bits.lo);
    float value = 0;
    std::memcpy(&value, &low, sizeof value);
    return static_cast<long double>(value);
  }
  if (is_double) {
    double value = 0;
    std::memcpy(&value, &bits.lo, sizeof value);
    return static_cast<long double>(value);
  }
  if (!testcase::is_signed(kind) || width == 0) return static_cast<long double>(bits.lo);
  const unsigned unused = width >= 64 ? 0 : 64 - width;
  return static_cast<long double>(static_cast<std::int64_t>(bits.lo << unused) >> unused);
}

Value value_of(const testcase::Value& value) {
  using TypeKind = testcase::Type::Kind;
  if (value.type->kind == TypeKind::Scalar)
    return {Value::Kind::Number, number_of(value.type->scalar, value.type->width, value.bits), "", false};
  if (value.type->kind == TypeKind::Text) {
    Value text{Value::Kind::Text, 0, "", value.is_null};
    for (const testcase::Value& part : value.parts) text.text += static_cast<char>(part.bits.lo);
    return text;
  }
  return {};
}

}  // namespace

Values values_in(const testcase::Put& put, const testcase::Case& found) {
  Values values;
  const testcase::Values all = testcase::values_of(put, found);
  for (const testcase::Argument& argument : all.arguments) values[argument.parameter->name] = value_of(argument.value);
  return values;
}

std::string to_string(const Value& value) {
  if (value.kind == Value::Kind::Number) return fmt::format("{}", value.number);
  if (value.is_null) return "nullptr";
  std::string text;
  for (const char c : value.text) {
    const auto byte = static_cast<unsigned char>(c);
    text += byte >= 0x20 && byte < 0x7f ? std::string(1, c) : fmt::format("\\x{:02x}", byte);
  }
  return '"' + text + '"';
}

std::string to_string(const Values& values) {
  std::string text;
  for (const auto& [name, value] : values) {
    if (value.kind != Value::Kind::Other)
      text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, to_string(value));
  }
  return text;
}

}  // namespace forall::generalize
