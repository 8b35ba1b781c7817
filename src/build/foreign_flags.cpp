// Which flags a compiler knows, only it can say: clang is asked by `-###`, which parses a command line and runs nothing
// (20 ms), and what it calls unknown is left out. This is repeated, because some complaints hide others. What it knows
// but the target must not have is a table.
#include "build/foreign_flags.h"

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>

#include "build/flag_rules.h"

namespace forall::build {
namespace {

namespace fs = std::filesystem;
using Arguments = std::vector<std::string>;

bool is_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

// Run-time libraries and passes of others, which would see the shadow state or move code behind the pass.
bool disturbs_exploration(const std::string& flag) {
  return starts_with_any(flag, {"-fsanitize", "-fno-sanitize", "-flto", "-fprofile-", "-fopenmp",
                                "-fplugin=", "-Werror", "-Wl,--gc-sections", "-Wl,--icf"}) ||
         is_any(flag, {"--coverage", "-ftest-coverage", "-pg", "-finstrument-functions", "-ffat-lto-objects", "-s",
                       "-static", "-fno-pie", "-fno-PIE", "-no-pie", "-Wl,-s", "-Wl,--strip-all", "-Wl,-S",
                       "-Wl,--strip-debug", "-pedantic-errors"});
}

// The text between the n-th pair of quotes.
std::string quoted(const std::string& line, unsigned n) {
  std::size_t begin = 0;
  for (;; --n) {
    const std::size_t open = line.find('\'', begin);
    const std::size_t close = open == std::string::npos ? open : line.find('\'', open + 1);
    if (close == std::string::npos) return "";
    if (n == 0) return line.substr(open + 1, close - open - 1);
    begin = close + 1;
  }
}

// The argument that a line of clang's rejects:
//   unknown argument: '-fconcepts'        unknown argument '-fanalyzer'; did you mean '-Xanalyzer'?
//   unsupported option '-mabi=x' for target 'y'         unsupported argument 'x' to option '-march='
std::optional<std::string> rejected(const std::string& line) {
  const auto says = [&](const char* text) { return line.find(text) != std::string::npos; };
  if (!says("error: ")) return std::nullopt;
  if (says("unsupported argument '")) return quoted(line, 1) + quoted(line, 0);
  if (says("unknown argument") || says("unsupported option '")) return quoted(line, 0);
  return std::nullopt;
}

std::set<std::string> rejected_arguments(const Arguments& arguments, const std::string& compiler,
                                         base::Processes& processes) {
  Arguments command{compiler, "-###"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  std::istringstream lines(processes.run({.command = command}).output);
  std::set<std::string> result;
  for (std::string line; std::getline(lines, line);) {
    if (auto argument = rejected(line); argument && !argument->empty()) result.insert(*std::move(argument));
  }
  return result;
}

std::string absolute(const std::string& path) { return fs::absolute(path).lexically_normal().string(); }

bool is_below(const std::string& path, const fs::path& folder) {
  const fs::path relative = fs::path(path).lexically_relative(fs::absolute(folder).lexically_normal());
  return !relative.empty() && *relative.begin() != "..";
}

bool is_library_file(const std::string& argument) {
  if (argument.starts_with('-')) return false;
  const std::string name = fs::path(argument).filename().string();
  return name.ends_with(".a") || name.ends_with(".so") || name.find(".so.") != std::string::npos;
}

}  // namespace

Arguments without_other_tools(const Arguments& arguments) {
  Arguments result;
  std::remove_copy_if(arguments.begin(), arguments.end(), std::back_inserter(result), disturbs_exploration);
  return result;
}

Arguments instrumented_arguments(const Arguments& arguments, const std::string& compiler, base::Processes& processes) {
  Arguments result = without_other_tools(arguments);
  for (;;) {
    const std::set<std::string> unknown = rejected_arguments(result, compiler, processes);
    if (std::erase_if(result, [&](const std::string& a) { return unknown.count(a) > 0; }) == 0) break;
  }
  // The user's own compiler gives the warnings. Fortified functions are not those that have models.
  result.insert(result.end(), {"-w", "-U_FORTIFY_SOURCE"});
  return result;
}

Arguments source_flags(const Arguments& arguments) {
  Arguments flags;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& a = arguments[i];
    if (is_any(a, {"-o", "-MF", "-MT", "-MQ"})) {
      ++i;
    } else if (is_any(a, {"-I", "-isystem", "-iquote", "-idirafter", "-include", "-imacros", "-D", "-U", "-isysroot",
                          "--param", "-x", "-Xclang"})) {
      flags.push_back(a);
      if (i + 1 < arguments.size()) flags.push_back(arguments[++i]);
    } else if (a.starts_with('-') && !a.starts_with("-M") &&
               !is_any(a, {"-c", "--coverage", "-ftest-coverage", "-fprofile-arcs"})) {
      flags.push_back(a);
    }
  }
  return flags;
}

Arguments linked_libraries(const Arguments& arguments, const fs::path& own) {
  Arguments libraries;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& a = arguments[i];
    if (a == "-o") {
      ++i;
    } else if (is_any(a, {"-l", "-L", "-u", "-Xlinker"}) && i + 1 < arguments.size()) {
      libraries.insert(libraries.end(), {a, arguments[++i]});
    } else if (starts_with_any(a, {"-l", "-L", "-Wl,"}) || a == "-pthread") {
      libraries.push_back(a);
    } else if (is_library_file(a) && !is_below(absolute(a), own)) {
      libraries.push_back(absolute(a));
    }
  }
  return libraries;
}

}  // namespace forall::build
