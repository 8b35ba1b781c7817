#include "explore/sketch.h"

#include <fmt/format.h>

#include <cctype>
#include <set>
#include <string>
#include <vector>

#include "abi/stand_ins.h"
#include "base/words.h"

namespace forall::explore {
namespace {

// "Hashtable" of "Hashtable::contains(const int&) const" and of "void Hashtable::insert<int>(int)".
std::string class_of(const Application& call) {
  const std::size_t end = call.method.find("::" + call.short_name);
  if (end == std::string::npos) return "Object";
  std::size_t begin = end;
  for (int depth = 0; begin > 0 && (depth > 0 || call.method[begin - 1] != ' '); --begin) {
    if (call.method[begin - 1] == '>') ++depth;
    if (call.method[begin - 1] == '<') --depth;
  }
  return call.method.substr(begin, end - begin);
}

bool is_constructor(const Application& call) { return (call.flags & abi::kStandInConstructor) != 0; }

// The name of a test: letters and digits, each word capital.
std::string test_name(const std::string& text) {
  std::string result;
  bool starts_word = true;
  for (const char c : text) {
    if (!base::is_letter_or_digit(c)) {
      starts_word = true;
      continue;
    }
    result += starts_word ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    starts_word = false;
  }
  return result;
}

// The arguments of a call as parameters of a test; names that are taken get a number.
std::vector<std::string> add_parameters(const Application& call, std::set<std::string>& taken,
                                        std::vector<std::string>& parameters) {
  std::vector<std::string> arguments;
  for (const Application::Part& part : call.in) {
    if (part.role != abi::OperandRole::Argument) continue;
    std::string name = test_name(part.name.empty() ? "value" : part.name);
    name[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[0])));
    std::string unique = name;
    for (int n = 2; !taken.insert(unique).second; ++n) unique = fmt::format("{}{}", name, n);
    parameters.push_back(fmt::format("{} {}", testcase::to_string(part.kind), unique));
    arguments.push_back(unique);
  }
  return arguments;
}

std::string call_text(const std::string& method, const std::string& arguments) {
  return method == "operator[]" ? fmt::format("object[{}]", arguments)
                                : fmt::format("object.{}({})", method, arguments);
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

// What leads to the state: a construction, a call, or a write through a reference that a call gave.
std::string first_statement(const std::string& name, const Application& call, std::vector<std::string> arguments) {
  if (is_constructor(call)) {
    return fmt::format("{} object{};", name, arguments.empty() ? "" : "(" + joined(arguments) + ")");
  }
  if (!call.short_name.ends_with('=') || arguments.empty()) {
    return call_text(call.short_name, joined(arguments)) + ";";
  }
  const std::string written = arguments.back();
  arguments.pop_back();
  return fmt::format("{} = {};", call_text(call.short_name.substr(0, call.short_name.size() - 1), joined(arguments)),
                     written);
}

}  // namespace

testcase::MissingAxiom sketch_of(const Application& observer, const Application& before) {
  const std::string name = class_of(observer);
  std::set<std::string> taken{"object"};
  std::vector<std::string> parameters;
  if (!is_constructor(before)) parameters.push_back(name + "& object");
  const std::string first = first_statement(name, before, add_parameters(before, taken, parameters));
  const std::string asked = joined(add_parameters(observer, taken, parameters));
  const std::string after = is_constructor(before) ? "construction" : before.short_name;
  return {fmt::format("{}::{} after {}", name, observer.short_name, after),
          fmt::format("void {}After{}({}) {{\n  {}\n  EXPECT_EQ({}, /* ? */);\n}}", test_name(observer.short_name),
                      test_name(after), joined(parameters), first, call_text(observer.short_name, asked))};
}

}  // namespace forall::explore
