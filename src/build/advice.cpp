#include "build/advice.h"

#include <fmt/core.h>
#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace forall::build {

namespace {

namespace fs = std::filesystem;

// For interfaces that nothing implements: the commands that write their mocks.
std::string advice_on_mocks(const std::string& output, const std::string& source) {
  std::map<std::string, std::set<std::string>> interfaces;  // by header
  const std::regex needed("'!kNeedsMock<([^']+)>'");
  for (std::sregex_iterator at(output.begin(), output.end(), needed), end; at != end; ++at) {
    const std::string name = (*at)[1].str();
    const std::string note = ": note: unimplemented pure virtual method '";
    std::istringstream lines(output);
    std::string header = source;
    for (std::string line; std::getline(lines, line);) {
      if (line.find(note) != std::string::npos && line.ends_with(fmt::format("' in '{}'", name))) {
        header = line.substr(0, line.find(':'));
      }
    }
    interfaces[header.starts_with("./") ? header.substr(2) : header].insert(name);
  }
  std::string text;
  for (const auto& [header, names] : interfaces) {
    const std::string out = fs::path(header).stem().string() + "_mock.h";
    text += fmt::format(
        "\nno class implements {0}. To test with mocks, write\n  forall mock {1} --in {2} --out {3}\n"
        "and in {4}, before the test:  #include \"{3}\"",
        fmt::join(names, ", "), fmt::join(names, " "), header, out, source);
  }
  return text;
}

// Where projects have their headers, seen from where forall is called.
constexpr const char* kUsualFolders[] = {"include", "src", ".", "../include", "../src", ".."};

std::string advice_on_headers(const std::string& messages, base::Files& files) {
  static const std::regex kMissing(": fatal error: '([^'\n]+)' file not found\n");
  std::smatch match;
  if (!std::regex_search(messages, match, kMissing)) return {};
  const std::string header = match[1];
  for (const char* folder : kUsualFolders) {
    if (files.exists(fs::path(folder) / header))
      return fmt::format("\n{} is in {}: give the compiler its folder, behind the sources:  -- -I{}", header, folder,
                         folder);
  }
  return fmt::format(
      "\nin which folder is {}? Name it behind the sources, as for a compiler:  -- -IFOLDER\n"
      "(or -p BUILD, with the folder of a compile_commands.json)",
      header);
}

// What clang says of a FORALL, and what is meant. `$1` is the first group.
struct Mistake {
  const char* message;
  const char* advice;
};

constexpr Mistake kMistakes[] = {
    {": error: a type specifier is required for all declarations\n *\\d+ \\| *(FORALL\\w*)",
     "$1 is not known here: #include <forall/forall.h>"},
    {": error: redefinition of '(\\w+)_(\\w+)_Forall'\n", "two tests are called $1.$2: give one of them another name"},
    {": error: use of undeclared identifier '(\\w+)_\\w+'\n *\\d+ \\| *FORALL\\(\\s*\\w+\\s*,\\s*([\\w:]*::(\\w+))",
     "a function whose name is not one word is the third argument:  FORALL($1, $3, $2)"},
    {": error: variable '(\\w+?)_(\\w+)_ForallFunction\\d*' .*incompatible initializer of type '<overloaded function "
     "type>'\n",
     "there are several functions $2: give the one that is meant a name of its own"},
    {": error: class template specialization of 'StateNames' not in a namespace",
     "FORALL_STATE stands outside of all namespaces, with the whole name of the class"},
};

std::string advice_on_tests(const std::string& messages) {
  std::string text;
  for (const auto& [message, advice] : kMistakes) {
    std::smatch match;
    if (std::regex_search(messages, match, std::regex(message))) text += "\n" + match.format(advice);
  }
  return text;
}

}  // namespace

std::string advice(const std::string& messages, const std::string& source, base::Files& files) {
  return advice_on_headers(messages, files) + advice_on_tests(messages) + advice_on_mocks(messages, source);
}

}  // namespace forall::build
