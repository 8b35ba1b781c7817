// The closed tests of the PUTs of an exploration: which cases become tests, their files, their native runs.
#pragma once

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <mutex>
#include <string>
#include <vector>

#include "base/world.h"
#include "build/toolchain.h"
#include "native/check_closed.h"
#include "native/native_tests.h"
#include "native/value_programs.h"
#include "session/active_time.h"
#include "session/events.h"
#include "session/settings.h"
#include "testcase/records.h"

namespace forall::session {

// Where and how these tests are built.
native::NativeSetting native_setting(const Settings& options, const build::Sources& sources,
                                     const build::Layout& layout, const std::atomic<bool>& stop);

// Thread-safe.
class ClosedTests {
 public:
  struct Surroundings {
    const Settings& options;
    const build::Sources& sources;
    const build::Layout& layout;
    const std::atomic<bool>& stop;
    base::World world;
    Events& events;
    native::ValuePrograms* programs;  // run cases natively; none if cases are not confirmed
  };
  explicit ClosedTests(const Surroundings& around) : around_(around), confirming_(around.world.clock) {}

  // What no native run can show becomes no test.
  std::vector<std::size_t> cases_to_emit(const testcase::Result& result) const;
  std::vector<std::size_t> cases_to_confirm(const testcase::Result& result) const;
  // Writes the tests and, unless that is not wanted, runs the cases; what the runs say is part of the verdict.
  void write_and_confirm(testcase::Result& result);
  // The file of a PUT whose result was kept: is it as it was written for that result? If so, it counts as written.
  bool are_written(const testcase::Result& kept);
  void write(const testcase::Result& result);
  // Remembers of a finished result that its file is written.
  void remember(const testcase::Result& result) const;

  // When all work is done: which of the files that were written anew do not compile.
  std::vector<native::UncompiledTests> uncompiled() const;

  // When all work is done: the files, and the time in which at least one PUT was being confirmed.
  std::vector<std::filesystem::path> files() const { return files_; }
  double confirm_seconds() const { return confirming_.seconds(); }

 private:
  native::NativeSetting setting() const {
    return native_setting(around_.options, around_.sources, around_.layout, around_.stop);
  }
  std::filesystem::path write_file(const testcase::Result& result, const std::vector<std::size_t>& indices) const;
  std::filesystem::path write_cases(const testcase::Result& result, const std::vector<std::size_t>& indices);
  std::filesystem::path memo_of(const std::filesystem::path& file, const char* of) const;
  std::string memo(const testcase::Result& result, const std::string& contents) const;
  void add_file(const std::filesystem::path& file);

  const Surroundings around_;
  ActiveTime confirming_;
  std::mutex mutex_;  // guards everything below
  std::vector<std::filesystem::path> files_;
  std::vector<native::WrittenTests> written_;  // those of them that were written anew
};

// The verdict is open for want of a native run.
void note_unconfirmed(testcase::Result& result, const char* why);

}  // namespace forall::session
