#include "spec/driver_errors.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <sstream>

#include "spec/operations_source.h"
#include "spec/use.h"

namespace forall::spec {
namespace {

struct CompilerError {
  std::size_t line = 0;
  std::string text;
};

// "driver.cpp:73:77: error: cannot convert ..."
std::optional<CompilerError> first_error(const std::string& messages, const std::string& file) {
  std::istringstream lines(messages);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t error = line.find(" error: ");
    if (!line.starts_with(file + ":") || error == std::string::npos) continue;
    CompilerError found{0, line.substr(error + 8)};
    const char* begin = line.data() + file.size() + 1;
    if (std::from_chars(begin, line.data() + error, found.line).ec == std::errc()) return found;
  }
  return {};
}

std::string line_of(const std::string& source, std::size_t number) {
  std::istringstream lines(source);
  std::string line;
  for (std::size_t i = 0; i < number && std::getline(lines, line); ++i) continue;
  return line;
}

const Operation* operation_in(const Specification& spec, const std::string& line) {
  for (const Op op : spec.signature->operations()) {
    const Operation& operation = (*spec.signature)[op];
    for (const char* verb : {"make", "do", "see"}) {
      if (line.find(" " + function_name(spec, verb, operation) + "(") != std::string::npos) return &operation;
    }
  }
  return nullptr;
}

// "add(int x)"
std::string call_of(const Specification& spec, const Operation& operation) {
  std::string parameters;
  const std::size_t first = operation.creates ? 0 : 1;
  for (std::size_t i = 0; i < operation.parameters.size(); ++i)
    parameters += fmt::format("{}{} {}", i == 0 ? "" : ", ", cpp_type(spec, operation.arguments[first + i]),
                              operation.parameters[i]);
  return fmt::format("{}({})", operation.name, parameters);
}

}  // namespace

std::string explained_error(const Specification& specification, const ClassInterface& interface,
                            const std::string& source, const std::string& file, const std::string& messages) {
  const std::optional<CompilerError> error = first_error(messages, file);
  if (!error) return "";
  constexpr std::string_view kAssertion = "static assertion failed: ";  // g++; clang++ adds "due to requirement ..."
  if (error->text.starts_with("static assertion failed")) {
    const std::size_t text = error->text.starts_with(kAssertion) ? kAssertion.size() : error->text.find(": ") + 2;
    return fmt::format("{}: {}", interface.name, error->text.substr(text));
  }
  const Operation* operation = operation_in(specification, line_of(source, error->line));
  if (!operation) return "";
  const std::string map = specification.uses.at(operation->owner).file.string();
  const std::string entry = mapping(specification, *operation);
  if (!entry.empty())
    return fmt::format("the map section of {} says {} -> \"{}\", which does not compile: {}", map, operation->name,
                       entry, error->text);
  const std::string name =
      operation->owner == specification.sort ? interface.name : specification.signature->name(operation->owner);
  return fmt::format("{} cannot be {} as {} of {} asks: {}\nThe map section of {} says how to {} it:  {} -> \"{}\";",
                     name, operation->creates ? "made" : "called", call_of(specification, *operation), map, error->text,
                     map, operation->creates ? "make" : "call", operation->name,
                     operation->creates ? "CLASS(...)" : "self.METHOD(...)");
}

}  // namespace forall::spec
