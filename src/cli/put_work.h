// What is done for one PUT: explore it, write and confirm its closed tests, store it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <mutex>
#include <vector>

#include "base/process.h"
#include "cli/options.h"
#include "cli/terminal.h"
#include "cli/toolchain.h"
#include "explore/explore.h"
#include "store/store.h"
#include "testcase/records.h"

namespace forall::cli {

// Thread-safe: PUTs are worked on side by side, each with a target of its own.
class PutWork {
 public:
  struct Surroundings {
    const ExploreOptions& options;
    const Sources& sources;
    const Layout& layout;
    const std::atomic<bool>& stop;
    base::Processes& processes;
    store::Store& store;
    ProgressLine& progress;
  };
  explicit PutWork(const Surroundings& around) : around_(around) {}

  testcase::Result operator()(explore::Target& target, testcase::Put put);

  // When all work is done: the closed tests written, and the time in which at least one PUT was being confirmed.
  std::vector<std::filesystem::path> files() const { return files_; }
  double confirm_seconds() const { return confirm_seconds_; }

 private:
  std::vector<std::size_t> cases_to_emit(const testcase::Result& result) const;
  void write_and_confirm(testcase::Result& result);
  void begin_confirm();
  void end_confirm();

  const Surroundings around_;
  std::mutex store_mutex_;
  std::mutex mutex_;  // guards everything below
  std::vector<std::filesystem::path> files_;
  unsigned confirming_ = 0;
  std::chrono::steady_clock::time_point confirm_start_;
  double confirm_seconds_ = 0;
};

}  // namespace forall::cli
