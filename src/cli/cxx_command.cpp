// `forall c++`: clang++-19 with the pass, for any build system. As a launcher (`--in-place-of`) it stands in front of
// the command line of another compiler and takes its place.
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files.h"
#include "base/language.h"
#include "build/flag_rules.h"
#include "build/foreign_flags.h"
#include "build/toolchain.h"
#include "cli/commands.h"
#include "program/described_classes.h"

namespace forall::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kHelp =
    "Usage: forall c++ [--described KEY]... COMPILER-ARGUMENTS...\n"
    "       forall c++ [--described KEY]... [--record FILE] [-x c] --in-place-of COMPILER COMPILER-ARGUMENTS...\n\n"
    "Runs clang++-19 with forall's pass and run-time checks; when it links, forall's runtime, main and GoogleTest are\n"
    "added. Use it as the C++ compiler of any build system (CXX=\"forall c++\") to build a target for `forall "
    "explore`.\n"
    "A main() of the sources is linked, but the program begins in forall's own.\n"
    "--described names a class that FORALL_AXIOMS of another source describes, by its std::type_info::name().\n\n"
    "With --in-place-of it is a compiler launcher: the arguments are those of another compiler, such as g++; flags "
    "that\n"
    "clang++ does not know, sanitizers, coverage, link-time optimisation and warnings are left out. --record writes "
    "the\n"
    "flags of the compile, or the libraries of the link, to FILE, one per line; archives in the folder of FILE are "
    "not libraries.\n"
    "FORALL_CLANGXX in the environment names another clang++ 19.\n";

struct Request {
  std::vector<std::string> arguments;  // of the compiler
  bool in_place = false;
  fs::path record;
  std::string described;  // keys of classes, separated by ':'
};

Request read_request(const std::vector<std::string>& given) {
  Request request;
  std::size_t i = 0;
  for (; i + 1 < given.size(); i += 2) {
    if (given[i] == "--record") {
      request.record = given[i + 1];
    } else if (given[i] == "--described") {
      request.described += (request.described.empty() ? "" : ":") + given[i + 1];
    } else {
      break;
    }
  }
  const auto launcher = std::find(given.begin() + static_cast<std::ptrdiff_t>(i), given.end(), "--in-place-of");
  request.in_place = launcher != given.end();
  if (!request.in_place && !request.record.empty())
    throw base::UserError("--record needs --in-place-of; see forall c++ --help");
  for (; i < given.size(); ++i) {
    if (request.in_place && given[i] == "--in-place-of") {
      ++i;  // the other compiler
    } else {
      request.arguments.push_back(given[i]);
    }
  }
  return request;
}

bool stops_before_linking(const std::vector<std::string>& arguments) {
  for (const char* flag : {"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only", "--version", "-v", "-dumpversion",
                           "-dumpmachine", "-print-search-dirs"}) {
    if (std::find(arguments.begin(), arguments.end(), flag) != arguments.end()) return true;
  }
  return false;
}

// clang++ would take C for C++.
std::vector<std::string> with_languages(const std::vector<std::string>& arguments) {
  if (std::find(arguments.begin(), arguments.end(), "-x") != arguments.end()) return arguments;
  std::vector<std::string> result;
  for (const std::string& argument : arguments) {
    const bool is_value =
        !result.empty() && (result.back() == "-o" || result.back() == "-MF" || result.back() == "-MT");
    if (!is_value && !argument.starts_with('-') && base::is_c_source(argument)) {
      result.insert(result.end(), {"-x", "c", argument, "-x", "none"});
    } else {
      result.push_back(argument);
    }
  }
  return result;
}

void record(const Request& request, bool links) {
  std::string text;
  for (const std::string& line : links ? build::linked_libraries(request.arguments, request.record.parent_path())
                                       : build::source_flags(request.arguments)) {
    text += line + "\n";
  }
  base::Files& files = base::system_files();
  if (files.read(request.record) == text) return;
  if (request.record.has_parent_path()) files.create_directories(request.record.parent_path());
  files.write(request.record, text);
}

}  // namespace

int run_cxx(const std::vector<std::string>& arguments) {
  if (arguments.empty() || (arguments.size() == 1 && arguments[0] == "--help")) {
    fmt::print("{}", kHelp);
    return arguments.empty() ? 2 : 0;
  }
  const Request request = read_request(arguments);
  const bool links = !stops_before_linking(request.arguments);
  const build::Layout layout = build::find_layout(links ? build::Need::Everything : build::Need::Compiling);
  if (!request.record.empty()) record(request, links);
  std::vector<std::string> command{build::target_compiler()};
  const auto theirs = request.in_place
                          ? build::instrumented_arguments(request.arguments, command[0], base::system_processes())
                          : build::without_other_tools(request.arguments);
  const auto typed = with_languages(theirs);
  command.insert(command.end(), typed.begin(), typed.end());
  const auto flags = build::target_compile_flags(layout);
  command.insert(command.end(), flags.begin(), flags.end());
  build::refuse_flags(theirs);
  const auto honouring = build::honouring_flags(theirs);
  command.insert(command.end(), honouring.begin(), honouring.end());
  const auto marking = build::cast_flags(layout, theirs);
  command.insert(command.end(), marking.begin(), marking.end());
  if (links) {
    const auto link = build::target_link_flags(layout, request.arguments);
    command.insert(command.end(), link.begin(), link.end());
    const auto archives = program::archive_flags(theirs);
    command.insert(command.end(), archives.begin(), archives.end());
  }
  if (!request.described.empty()) ::setenv(program::kDescribedVariable, request.described.c_str(), 1);
  std::vector<char*> argv;
  for (auto& argument : command) argv.push_back(argument.data());
  argv.push_back(nullptr);
  execvp(argv[0], argv.data());
  throw base::UserError(
      fmt::format("cannot run {}: {} (install clang-19, or set FORALL_CLANGXX)", command[0], std::strerror(errno)));
}

}  // namespace forall::cli
