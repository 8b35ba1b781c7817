// `forall c++`: a compiler driver for any build system. Compiling adds the pass and its flags, linking adds the
// runtime; what the step is, is read off the arguments as a compiler would.
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include "base/error.h"
#include "cli/commands.h"
#include "cli/toolchain.h"

namespace forall::cli {
namespace {

constexpr const char* kHelp =
    "Usage: forall c++ COMPILER-ARGUMENTS...\n\n"
    "Runs clang++-19 with forall's pass and run-time checks; when it links, forall's runtime, main and GoogleTest are\n"
    "added. Use it as the C++ compiler of any build system (CXX=\"forall c++\") to build a target for `forall "
    "explore`.\n"
    "FORALL_CLANGXX in the environment names another clang++ 19.\n";

bool contains(const std::vector<std::string>& arguments, const char* flag) {
  return std::find(arguments.begin(), arguments.end(), flag) != arguments.end();
}

bool stops_before_linking(const std::vector<std::string>& arguments) {
  for (const char* flag : {"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "--version", "-v", "-dumpversion",
                           "-dumpmachine", "-print-search-dirs"}) {
    if (contains(arguments, flag)) return true;
  }
  return false;
}

}  // namespace

int run_cxx(const std::vector<std::string>& arguments) {
  if (arguments.empty() || (arguments.size() == 1 && arguments[0] == "--help")) {
    fmt::print("{}", kHelp);
    return arguments.empty() ? 2 : 0;
  }
  const Layout layout = find_layout();
  std::vector<std::string> command{target_compiler()};
  command.insert(command.end(), arguments.begin(), arguments.end());
  const auto flags = target_compile_flags(layout);
  command.insert(command.end(), flags.begin(), flags.end());
  if (!stops_before_linking(arguments)) {
    const auto link = target_link_flags(layout);
    command.insert(command.end(), link.begin(), link.end());
  }
  std::vector<char*> argv;
  for (auto& argument : command) argv.push_back(argument.data());
  argv.push_back(nullptr);
  execvp(argv[0], argv.data());
  throw base::UserError(
      fmt::format("cannot run {}: {} (install clang-19, or set FORALL_CLANGXX)", command[0], std::strerror(errno)));
}

}  // namespace forall::cli
