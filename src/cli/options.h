// The options of `forall explore` and of the commands that read the database: one table each for the command line, the
// help text and, through it, the reference documentation.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "emit/emit.h"
#include "explore/explore.h"

namespace CLI {
class App;
}

namespace forall::cli {

inline constexpr const char* kDefaultDatabase = ".forall/cases.db";
inline constexpr const char* kDefaultOutput = "forall-tests";
inline constexpr const char* kExitCodes =
    "Exit codes: 0 all proved or passed, 1 something refuted, 2 usage or environment error, 3 open (with --strict)\n"
    "or proved with stale axioms, 130 interrupted (143 by SIGTERM).";

enum class Cover { Path, Branch };

struct ExploreOptions {
  std::vector<std::string> inputs;     // C++ sources, and at most one target built before; or names that a build knows
  std::filesystem::path build_folder;  // of a build with compile_commands.json; empty: none
  std::vector<std::string> puts;       // globs; empty = all
  std::vector<std::string> using_suites;  // whose PUTs stand in for the code they describe, from the lowest layer up
  bool deep = false;                      // all code runs, whatever the PUTs say
  std::filesystem::path out = kDefaultOutput;
  std::string database = kDefaultDatabase;  // a file or postgresql://...
  std::filesystem::path work = ".forall/build";
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
  std::uint32_t tests = 2000;
  explore::Options engine;
  Cover cover = Cover::Path;
  std::optional<emit::Format> emit = emit::Format::Gtest;  // none: no closed tests
  std::string compiler = "c++";
  bool confirm = true;
  bool again = false;  // explore from the beginning, as if nothing had been explored before
  bool json = false;
  bool strict = false;
  bool quiet = false;
};

void add_explore_options(CLI::App& app, ExploreOptions& options);

// Options of more than one command.
void add_output_option(CLI::App& app, std::filesystem::path& out);
void add_cover_option(CLI::App& app, Cover& cover);
void add_format_option(CLI::App& app, emit::Format& format);
void add_compiler_option(CLI::App& app, std::string& compiler, const char* help);

// What the commands that only read the database share.
struct ReadOptions {
  std::string database = kDefaultDatabase;  // a file or postgresql://...
  bool json = false;
};
void add_read_options(CLI::App& app, ReadOptions& options);

struct ReflectOptions {
  std::string name;
  std::filesystem::path header;
  std::filesystem::path out;  // empty: standard output
  bool force = false;
  bool invariant = true;
  bool json = false;
};
void add_reflect_options(CLI::App& app, ReflectOptions& options);

}  // namespace forall::cli
