// The options of `forall explore` and of the commands that read the database: one table each for the command line, the
// help text and, through it, the reference documentation.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "emit/emit.h"
#include "infer/infer.h"
#include "session/settings.h"
#include "spec/driver.h"
#include "spec/generate.h"

namespace CLI {
class App;
}

namespace forall::cli {

using session::Cover;
using session::kDefaultDatabase;
using session::kDefaultOutput;

inline constexpr const char* kExitCodes =
    "Exit codes: 0 all proved or passed, 1 something refuted, 2 usage or environment error, 3 open (with --strict)\n"
    "or proved with stale axioms, 130 interrupted (143 by SIGTERM).";

struct ExploreOptions : session::Settings {
  std::filesystem::path build_folder;  // of a build with compile_commands.json, which knows the inputs; empty: none
  std::filesystem::path against;       // earlier results as JSON; empty: none
  bool json = false;
  bool events = false;
  bool diagnostics = false;
  bool strict = false;
  bool quiet = false;
  bool live = false;  // `forall explore` only
};

void add_explore_options(CLI::App& app, ExploreOptions& options);
void add_live_option(CLI::App& app, bool& live);

// Options of more than one command.
void add_database_option(CLI::App& app, std::string& database);
void add_output_option(CLI::App& app, std::filesystem::path& out);
void add_cover_option(CLI::App& app, Cover& cover);
void add_all_failures_option(CLI::App& app, bool& all_failures);
void add_max_lines_option(CLI::App& app, std::size_t& max_lines);
void add_format_option(CLI::App& app, emit::Format& format);
void add_mocks_option(CLI::App& app, emit::MockForm& mocks);
void add_compiler_option(CLI::App& app, std::string& compiler, const char* help);

// The options shared by the commands that only read the database.
struct ReadOptions {
  std::string database = kDefaultDatabase;  // a file or postgresql://...
  bool json = false;
};
// The database, or the committed cases if there are only these.
std::string place_of_cases(const std::string& database);
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

struct MockOptions {
  std::vector<std::string> names;
  std::filesystem::path header;
  std::filesystem::path out;  // empty: standard output
  bool is_concept = false;
  bool force = false;
};
void add_mock_options(CLI::App& app, MockOptions& options);

struct SkeletonOptions {
  std::filesystem::path file;
  unsigned line = 0;
  std::filesystem::path out;  // empty: standard output
  bool force = false;
  bool json = false;
};
void add_skeleton_options(CLI::App& app, SkeletonOptions& options);

struct InferOptions : infer::Options {
  bool observers_all = false;
  bool json = false;
  bool strict = false;
};
void add_infer_options(CLI::App& app, InferOptions& options);

struct SpecOptions {
  std::filesystem::path file;
  std::vector<std::string> arguments;  // sorts for the parameters of the class
  std::vector<std::string> reduce;
  std::vector<std::string> trees;
  std::string interactive;        // term
  std::filesystem::path session;  // file that keeps what was done interactively
  bool format = false;
  bool maude = false;
  bool ari = false;
  bool as_puts = false;
  bool json = false;
  bool strict = false;
  std::uint64_t steps = 1'000'000;
  // Cases.
  std::filesystem::path cases, write_cases;
  std::vector<std::string> from;
  std::size_t systematic = 0;  // length; 0: only if there are no others
  spec::RandomOptions random{.count = 0};
  std::optional<std::size_t> explore;       // length of the sequences
  std::string database = kDefaultDatabase;  // of explored sequences
  // The class under test.
  std::string class_name;
  std::filesystem::path header, out;
  spec::Equality equality = spec::Equality::Automatic;
  int depth = 2;
  std::string compiler = "c++";
  double seconds = 60;
};
void add_spec_options(CLI::App& app, SpecOptions& options);

struct ClassOptions {
  std::string name;
  std::filesystem::path header, out, graph, against;
  std::vector<std::filesystem::path> measure;
  std::string criterion = "du";
  std::vector<std::string> oracles;
  std::string reach, invariant;
  std::size_t tree = 0;  // number of a pair; 0: none
  bool summaries = false;
  bool tests = true;
  bool json = false;
  bool strict = false;
  unsigned length = 6;  // calls after the constructor, where sequences are explored forwards
  double seconds = 20;  // exploration
  std::string compiler = "c++";
};
void add_class_options(CLI::App& app, ClassOptions& options);

struct GeneralizeOptions {
  std::vector<std::string> inputs;     // sources: those with tests, and those of the code under test
  std::filesystem::path build_folder;  // of a build with compile_commands.json, which knows the inputs; empty: none
  bool patch = false;
  bool in_place = false;
  bool beside = false;
  bool replace = false;
  bool force = false;
  bool all_paths = false;
  bool json = false;
  double seconds = 10;
  unsigned jobs = session::Settings{}.jobs;
};
void add_generalize_options(CLI::App& app, GeneralizeOptions& options);

}  // namespace forall::cli
