// `forall watch`: explores, then explores again whenever a source or header of the tests is saved. Unchanged
// PUTs are not explored again, so the answer comes as soon as the file is compiled. A save in the middle of an
// exploration ends it.
#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>

#include "base/error.h"
#include "base/file_watch.h"
#include "cli/application.h"
#include "cli/commands.h"
#include "cli/explore_command.h"
#include "cli/interrupt.h"
#include "cli/listeners.h"

namespace forall::cli {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_known_before(const ExploreOptions& options) {
  if (!options.build_folder.empty()) return {options.build_folder / "compile_commands.json"};
  return {options.inputs.begin(), options.inputs.end()};
}

class SourceWatch {
 public:
  SourceWatch(const ExploreOptions& options, const std::vector<std::string>& flags,
              const std::atomic<bool>& interrupted)
      : options_(options), flags_(flags), interrupted_(interrupted), files_(files_known_before(options)) {}

  int run() {
    while (!interrupted_) {
      std::atomic<bool> stop{false}, is_over{false};
      std::vector<fs::path> changed;
      std::thread waiting([&] {
        changed = files_.wait([&] { return is_over || interrupted_; });
        stop = true;
      });
      is_over = explore(stop);
      waiting.join();
      if (!changed.empty()) say_what_changed(changed);
    }
    return exit_code_;
  }

 private:
  // Is the result outdated already? Files are watched as soon as they are known, and a file saved before that has
  // a newer time.
  bool explore(const std::atomic<bool>& stop) {
    const auto started = fs::file_time_type::clock::now();
    bool is_outdated = false;
    try {
      const ExploreRun run = explore_once(options_, flags_, stop);
      exit_code_ = run.exit_code;
      files_.add(run.dependencies);
      is_outdated = std::any_of(run.dependencies.begin(), run.dependencies.end(), [&](const fs::path& file) {
        std::error_code error;
        const auto time = fs::last_write_time(file, error);
        return !error && time > started;
      });
      if (!stop && !is_outdated) say_that_it_waits(run.dependencies.size());
    } catch (const base::UserError& error) {
      exit_code_ = kError;
      if (!stop) fmt::print(stderr, "{}\n", error.what());
      if (!stop) say_that_it_waits(0);
    }
    std::fflush(stdout);
    return is_outdated;
  }

  // 0: which files there are is not known, as the tests do not compile.
  void say_that_it_waits(std::size_t files) const {
    if (options_.events) {
      fmt::print("{}\n", watching_line(files));
    } else {
      fmt::print("watching{}; Ctrl-C ends\n", files == 0 ? "" : fmt::format(" {} files", files));
    }
  }

  void say_what_changed(const std::vector<fs::path>& changed) const {
    if (options_.events) {
      fmt::print("{}\n", changed_line(changed));
      std::fflush(stdout);
      return;
    }
    const std::string first = changed.front().filename().string();
    const std::string others = changed.size() == 1 ? "" : fmt::format(" and {} more", changed.size() - 1);
    fmt::print("\n{}{} changed\n", first, others);
    std::fflush(stdout);
  }

  const ExploreOptions& options_;
  const std::vector<std::string>& flags_;
  const std::atomic<bool>& interrupted_;
  base::FileWatch files_;
  int exit_code_ = kSuccess;
};

}  // namespace

Action add_watch(CLI::App& app) {
  const auto options = std::make_shared<ExploreOptions>();
  add_explore_options(app, *options);
  return [options](const Invocation& invocation) {
    return SourceWatch(*options, invocation.compiler_flags, stop_on_interrupt()).run();
  };
}

}  // namespace forall::cli
