// Shared by the commands that make native tests of stored cases: which cases, and how their tests are built.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "build/toolchain.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "native/native_tests.h"
#include "testcase/records.h"

namespace CLI {
class App;
}

namespace forall::cli {

struct StoredOptions {
  ReadOptions read;
  std::vector<std::string> puts;
  std::vector<std::filesystem::path> sources;  // instead of those of the exploration
  std::filesystem::path out;
  std::filesystem::path work = ".forall/build";
  std::string compiler = "c++";
};

void add_stored_options(CLI::App& app, StoredOptions& options);

// The results of the PUTs that the options choose; none is the user's error.
std::vector<testcase::Result> load_chosen(const StoredOptions& options);

// Sources and flags are those of the exploration, unless sources were given, or flags after `--`. Cases as text do not say how
// they were built: then it is the file of the PUT alone.
native::NativeSetting setting_for(const StoredOptions& options, const testcase::Put& put, const Invocation& invocation,
                                  const build::Layout& layout);

}  // namespace forall::cli
