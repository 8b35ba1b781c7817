// The programs that run cases by value: the user's sources, built once, whatever cases there are.
#pragma once

#include <atomic>
#include <filesystem>
#include <future>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "base/world.h"
#include "native/compile.h"
#include "native/confirm.h"
#include "native/native_tests.h"
#include "testcase/records.h"

namespace forall::native {

// Thread-safe. Whoever asks first for a program builds it; the others wait for it. They lie in the build folder, where
// what has not changed is not compiled again.
class ValuePrograms {
 public:
  // The sources of the setting and `stop` must outlive this.
  ValuePrograms(NativeSetting setting, const base::World& world, const std::atomic<bool>& stop)
      : setting_(std::move(setting)), world_(world), stop_(stop) {}
  ValuePrograms(const ValuePrograms&) = delete;
  ValuePrograms& operator=(const ValuePrograms&) = delete;
  ~ValuePrograms();

  // The program of all sources, and that which has the PUT, too.
  CasePrograms::Program program(Watch watch);
  CasePrograms::Program program_of(const testcase::Put& put, Watch watch);

  const std::atomic<bool>& stop() const { return stop_; }

 private:
  using Files = std::vector<std::string>;
  CasePrograms::Program find(Watch watch, const Files& files);
  CasePrograms::Program make(Watch watch, const Files& files);
  Files all_files() const;

  const NativeSetting setting_;
  const base::World world_;
  const std::atomic<bool>& stop_;
  std::mutex mutex_;  // guards what follows
  std::map<std::pair<Watch, Files>, std::shared_future<CasePrograms::Program>> programs_;
};

// What such a program is made of, without files.
ProgramSource value_source(const NativeSetting& setting, Watch watch);

// Runs the cases by value and compares, as `confirm` does.
ConfirmReport confirm_values(const testcase::Put& put, std::vector<testcase::Case>& cases, ValuePrograms& programs,
                             const std::filesystem::path& folder, const base::World& world);

}  // namespace forall::native
