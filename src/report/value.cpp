// Values in the notation of their C++ type, one text for each parameter:
//
//   s = "abc"    v = {1, 2}    p = {x: 1, y: 2}    head = {value: 3, next: {value: 4, next: head}}    other = &list
//
// The object of a pointer is shown at the pointer that made it; another one that points there too is shown by the name
// of the first.
#include "report/value.h"

#include <fmt/format.h>

#include "expr/print.h"
#include "report/text.h"
#include "testcase/names.h"
#include "testcase/value.h"

namespace forall::report {

using testcase::Type;
using testcase::Value;
using Kind = Type::Kind;

namespace {

constexpr std::size_t kMostElements = 64;  // of one value that are shown
constexpr unsigned kMostDepth = 64;        // of values in values

std::string scalar_text(const base::Enums& enums, testcase::ScalarKind kind, const std::string& type, unsigned width,
                        abi::Bits bits) {
  const bool is_enum = kind == testcase::ScalarKind::SignedEnum || kind == testcase::ScalarKind::UnsignedEnum;
  const auto name = is_enum ? base::shown_enumerator(enums, type, width, bits.lo) : std::nullopt;
  return name ? *name : expr::print_value(kind, width, bits);
}

// A character as it stands in a string: 'x' without its quotes.
std::string unquoted(const std::string& character) {
  if (character == "'\"'") return "\\\"";
  if (character == "'\\''") return "'";
  if (character.size() > 2 && character.front() == '\'') return character.substr(1, character.size() - 2);
  return "\\u{" + character + "}";
}

class ValueText {
 public:
  ValueText(const testcase::Values& values, const base::Enums& enums) : values_(values), enums_(enums) {}

  std::string operator()(const Value& value) { return text(value, 0); }

 private:
  std::string list(const Value& value, unsigned depth) {
    const Type& type = *value.type;
    const bool is_named = !type.members.empty() && type.spelling.rfind("std::", 0) != 0;
    std::string result;
    for (std::size_t i = 0; i < value.parts.size(); ++i) {
      result += i == 0 ? "" : ", ";
      if (i == kMostElements) return result + fmt::format("… {} more", value.parts.size() - i);
      if (is_named && type.kind != Kind::Call) result += type.members[i].name + ": ";
      result += text(value.parts[i], depth + 1);
    }
    return result;
  }

  // {"a": 1}
  std::string map(const Value& value, unsigned depth) {
    std::string result;
    for (const Value& entry : value.parts) {
      result += (result.empty() ? "" : ", ") + text(entry.parts[0], depth + 1) + ": " + text(entry.parts[1], depth + 1);
    }
    return "{" + result + "}";
  }
  static bool is_map(const Value& value) {
    return testcase::is_std_template(*value.type, "map") && !value.parts.empty() &&
           value.parts.front().parts.size() == 2 && value.parts.size() <= kMostElements;
  }

  std::string scalar(const Value& value) {
    return scalar_text(enums_, value.type->scalar, value.type->spelling, value.type->width, value.bits);
  }

  std::string quoted(const Value& value) {
    std::string result = "\"";
    for (const Value& part : value.parts) result += unquoted(scalar(part));
    return result + "\"";
  }

  std::string text(const Value& value, unsigned depth) {
    const Type& type = *value.type;
    if (depth > kMostDepth) return "…";
    switch (type.kind) {
      case Kind::Scalar: return scalar(value);
      case Kind::Text:
        if (value.is_null) return "null";
        if (expr::is_character_kind(type.element.front().scalar)) return quoted(value);
        break;
      case Kind::Sequence:
        if (value.is_null) return "null";
        if (is_map(value)) return map(value, depth);
        break;
      case Kind::Optional:
      case Kind::Variant: return value.parts.empty() ? "nullopt" : text(value.parts.front(), depth + 1);
      case Kind::Call: return (type.callee.empty() ? type.spelling : type.callee) + "(" + list(value, depth) + ")";
      case Kind::Pointer: return pointer(value, depth);
      case Kind::Candidate: return fmt::format("candidate {}", value.bits.lo);
      case Kind::Made: return made(value);
      case Kind::Mock: return "a mock";
      case Kind::Callable:
        return value.is_null ? "null" : value.target.empty() ? "a function" : "the function " + value.target;
      default: break;
    }
    return "{" + list(value, depth) + "}";
  }

  std::string pointer(const Value& value, unsigned depth) {
    if (value.target.empty()) return "null";
    const testcase::Object* object = values_.find(value.target);
    if (object == nullptr || testcase::object_name(value.name) != value.target) return alias(value.target);
    if (!object->is_built) return "any " + object->type;
    return (object->type == value.type->pointee ? "" : object->type) + text(object->value, depth + 1);
  }
  // The object as an address: by the pointer that made it, or by the name of the reference.
  static std::string alias(const std::string& object) {
    return object.front() == '*' ? object.substr(1) : "&" + object;
  }

  std::string made(const Value& value) {
    std::string result;
    for (const testcase::InputValue* input : value.inputs) {
      std::string name = input->name.substr(value.name.size());
      if (!name.empty() && name.front() == '.') name.erase(0, 1);
      const std::string number = scalar_text(enums_, input->kind, input->type, input->width, input->value);
      result += (result.empty() ? "" : ", ") + (name.empty() ? number : name + ": " + number);
    }
    return "{" + result + "}";
  }

  const testcase::Values& values_;
  const base::Enums& enums_;
};

}  // namespace

std::string value_text(const testcase::Values& values, const Value& value, const base::Enums& enums) {
  return ValueText(values, enums)(value);
}

std::string input_text(const testcase::InputValue& input, const base::Enums& enums) {
  if (input.kind == testcase::ScalarKind::Pointer && !input.target.empty()) return "&" + input.target;
  return scalar_text(enums, input.kind, input.type, input.width, input.value);
}

// As the user's own code prints it, in front of what it consists of.
static void add_printed(ShownValue& value, const std::vector<testcase::PrintedValue>& printed) {
  constexpr std::size_t kMostColumns = 60;
  for (const testcase::PrintedValue& each : printed) {
    if (each.parameter != value.name || each.text.empty()) continue;
    const bool is_long = display_width(each.text) > kMostColumns;
    value.text = (is_long ? fit(each.text, kMostColumns) : each.text) + " " + value.text;
  }
}

std::vector<ShownValue> shown_values(const testcase::Put* put, const testcase::Case& c) {
  std::vector<ShownValue> shown;
  if (put != nullptr) {
    const testcase::Values values = testcase::values_of(*put, c);
    ValueText text(values, put->enums);
    for (const testcase::Argument& argument : values.arguments) {
      const std::string& name = argument.parameter->name;
      if (argument.alias.empty()) {
        shown.push_back({name, testcase::plain_spelling(argument.value.type->spelling), text(argument.value)});
        add_printed(shown.back(), c.printed);
      } else {
        shown.push_back({name, argument.parameter->type.spelling, "the object " + argument.alias});
      }
    }
  }
  for (const testcase::InputValue& input : c.inputs) {
    if (testcase::is_other_unset_value(input)) continue;
    if (put == nullptr || input.is_choice)
      shown.push_back(
          {input.name, input.type, input_text(input, put == nullptr ? base::Enums() : put->enums), input.is_choice});
  }
  return shown;
}

}  // namespace forall::report
