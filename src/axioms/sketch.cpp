// A sketch is a test that compiles as it stands, in a file that knows the class. The observer's result is left to the
// user, at the line marked TODO. Where a call cannot be written (an argument is a lambda), only its name is told.
#include "axioms/sketch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "abi/stand_ins.h"
#include "axioms/signature.h"
#include "base/words.h"

namespace forall::axioms {
namespace {

bool is_constructor(const Call& call) { return (call.flags & abi::kStandInConstructor) != 0; }

// A write through the reference that a call returned is a call of its own, with "=" appended: "operator[]=".
struct Method {
  Signature signature;
  bool writes = false;
};
std::optional<Method> method_of(const Call& call) {
  const bool writes = (call.flags & abi::kStandInWrite) != 0;
  const std::string name = call.short_name.substr(0, call.short_name.size() - (writes ? 1 : 0));
  auto signature = read_signature(call.method, name);
  if (!signature) return std::nullopt;
  return Method{std::move(*signature), writes};
}

// The name of a test: letters and digits, each word capital.
std::string test_name(const std::string& text) {
  static const std::map<char, std::string> kSymbols = {
      {'=', "Eq"},    {'<', "Less"},  {'>', "Greater"}, {'!', "Not"},  {'+', "Plus"}, {'-', "Minus"},
      {'*', "Times"}, {'/', "Div"},   {'%', "Mod"},     {'&', "And"},  {'|', "Or"},   {'^', "Xor"},
      {'~', "Compl"}, {'[', "Index"}, {'(', "Apply"},   {',', "Comma"}};
  std::string result;
  bool starts_word = true;
  for (const char c : text) {
    if (!base::is_letter_or_digit(c)) {
      if (const auto symbol = kSymbols.find(c); symbol != kSymbols.end()) result += symbol->second;
      starts_word = true;
      continue;
    }
    result += starts_word ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    starts_word = false;
  }
  return result;
}

bool is_name(const std::string& text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0 &&
         std::all_of(text.begin(), text.end(), base::is_word_character);
}

// The parameters of the test, with names that are not taken.
class Parameters {
 public:
  void add_object(const std::string& type) { declared_.push_back(type + "& object"); }

  // The argument for a parameter of this type.
  std::string add(std::string type, const std::string& wanted) {
    const std::string name = unique(is_name(wanted) ? wanted : "value");
    const bool is_moved = type.ends_with("&&");
    if (is_moved) type.resize(type.size() - 2);
    declared_.push_back(input_type(type) + " " + name);
    return is_moved ? "std::move(" + name + ")" : name;
  }

  std::string text() const { return fmt::format("{}", fmt::join(declared_, ", ")); }

 private:
  std::string unique(const std::string& name) {
    std::string result = name;
    for (int n = 2; !taken_.insert(result).second; ++n) result = fmt::format("{}{}", name, n);
    return result;
  }

  // Numbers and values of the library are passed by value, also where the method takes a reference.
  static std::string input_type(const std::string& type) {
    if (!type.ends_with('&')) return type;
    std::string value = type.substr(0, type.size() - 1);
    if (value.starts_with("const ")) value.erase(0, 6);
    return is_fundamental(value) || value.starts_with("std::") ? value : type;
  }

  std::set<std::string> taken_{"object", "given"};
  std::vector<std::string> declared_;
};

// The names of the parameters, where each is one number; else nobody says which part belongs to which.
std::vector<std::string> names_of(const Call& call, std::size_t count) {
  std::vector<std::string> names;
  for (const Call::Part& part : call.in) {
    if (part.role == abi::OperandRole::Argument) names.push_back(part.name);
  }
  if (names.size() < count || names.size() > count + 1) names.assign(count, "");
  return names;
}

std::string call_text(const Method& method, const Call& call, Parameters& parameters) {
  const auto& types = method.signature.parameters;
  const std::vector<std::string> names = names_of(call, types.size());
  std::vector<std::string> arguments;
  for (std::size_t i = 0; i < types.size(); ++i) arguments.push_back(parameters.add(types[i], names[i]));
  const std::string passed = fmt::format("{}", fmt::join(arguments, ", "));
  if (is_constructor(call)) {
    return fmt::format("{} object{}", method.signature.scope, passed.empty() ? "" : "(" + passed + ")");
  }
  if (method.signature.name == "operator[]" && arguments.size() == 1) return fmt::format("object[{}]", passed);
  return fmt::format("object.{}({})", method.signature.name, passed);
}

// What leads to the state: a construction, a call, or a write through a returned reference.
std::string first_statement(const Method& method, const Call& call, Parameters& parameters) {
  const std::string text = call_text(method, call, parameters);
  if (!method.writes) return text + ";";
  const auto is_argument = [](const Call::Part& part) { return part.role == abi::OperandRole::Argument; };
  const auto parts = static_cast<std::size_t>(std::count_if(call.in.begin(), call.in.end(), is_argument));
  const std::string type = call.in.empty() ? "" : testcase::to_string(call.in.back().kind);
  if (parts == method.signature.parameters.size() + 1 && is_fundamental(type)) {
    return fmt::format("{} = {};", text, parameters.add(type, "written"));
  }
  return fmt::format("auto& place = {};\n  place = {{}};  // TODO: the value that is written", text);
}

std::string sketch_text(const std::string& name, const Call& observer, const Call& before) {
  const auto first = method_of(before), last = method_of(observer);
  if (!first || !last || last->writes || last->signature.scope.empty()) return {};
  Parameters parameters;
  if (!is_constructor(before)) parameters.add_object(last->signature.scope);
  const std::string statement = first_statement(*first, before, parameters);
  const std::string asked = call_text(*last, observer, parameters);
  return fmt::format(
      "void {}({}) {{\n  {}\n  [[maybe_unused]] auto&& given = {};\n"
      "  // TODO: what is it? EXPECT_EQ(given, ...);\n}}",
      name, parameters.text(), statement, asked);
}

// The class, also where the call cannot be written.
std::string class_of(const Call& call) {
  const auto method = method_of(call);
  if (method && !method->signature.scope.empty()) return method->signature.scope;
  const std::size_t end = call.method.find("::" + call.short_name);
  if (end == std::string::npos) return "Object";
  const std::size_t space = call.method.rfind(' ', end);
  return call.method.substr(space == std::string::npos ? 0 : space + 1,
                            end - (space == std::string::npos ? 0 : space + 1));
}

}  // namespace

testcase::MissingAxiom sketch_of(const Call& observer, const Call& before) {
  const std::string after = is_constructor(before) ? "construction" : before.short_name;
  const std::string name = test_name(observer.short_name) + "After" + test_name(after);
  return {fmt::format("{}::{} after {}", class_of(observer), observer.short_name, after),
          sketch_text(name, observer, before)};
}

}  // namespace forall::axioms
