// A world for tests: files that fail when they are told to, compilers and test programs that are not there.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/world.h"

namespace forall::testing_support {

// Files of another kind, from several threads, with something that happens before each write.
class WatchedFiles : public base::Files {
 public:
  explicit WatchedFiles(base::Files& files) : files_(files) {}

  std::optional<std::string> read(const std::filesystem::path& path) override {
    const std::lock_guard lock(mutex_);
    return files_.read(path);
  }
  std::string read_head(const std::filesystem::path& path, std::size_t size) override {
    const std::lock_guard lock(mutex_);
    return files_.read_head(path, size);
  }
  void write(const std::filesystem::path& path, std::string_view text) override {
    if (before_write) before_write(path);
    const std::lock_guard lock(mutex_);
    files_.write(path, text);
  }
  void create_directories(const std::filesystem::path& path) override {
    const std::lock_guard lock(mutex_);
    files_.create_directories(path);
  }
  bool exists(const std::filesystem::path& path) override {
    const std::lock_guard lock(mutex_);
    return files_.exists(path);
  }
  void remove(const std::filesystem::path& path) override {
    const std::lock_guard lock(mutex_);
    files_.remove(path);
  }

  // From now on there is no room for files whose names end like this.
  void fill_disk_for(const std::string& suffix) {
    before_write = [suffix](const std::filesystem::path& path) {
      if (path.string().ends_with(suffix))
        throw base::UserError("cannot write '" + path.string() + "': No space left on device");
    };
  }

  std::function<void(const std::filesystem::path&)> before_write;

 private:
  base::Files& files_;
  std::mutex mutex_;
};

// A second passes with each look at it.
class FakeClock : public base::Clock {
 public:
  double now() override { return seconds_++; }

 private:
  std::atomic<int> seconds_ = 0;
};

inline base::ProcessResult exited(int code, const std::string& output = "") {
  base::ProcessResult result;
  result.started = true;
  result.exit_code = code;
  result.output = output;
  return result;
}
inline base::ProcessResult not_started(const std::string& program) {
  base::ProcessResult result;
  result.output = "cannot run '" + program + "': No such file or directory";
  return result;
}
inline base::ProcessResult killed_by(int signal) {
  base::ProcessResult result;
  result.started = true;
  result.signal = signal;
  return result;
}
inline base::ProcessResult out_of_time() {
  base::ProcessResult result = killed_by(9);
  result.timed_out = true;
  return result;
}

inline bool has_word(const base::ProcessRequest& request, const std::string& word) {
  return std::find(request.command.begin(), request.command.end(), word) != request.command.end();
}
// What stands behind the word, or behind the prefix within a word.
inline std::string word_behind(const base::ProcessRequest& request, const std::string& mark) {
  for (std::size_t i = 0; i < request.command.size(); ++i) {
    if (request.command[i] == mark && i + 1 < request.command.size()) return request.command[i + 1];
    if (mark.ends_with('=') && request.command[i].starts_with(mark)) return request.command[i].substr(mark.size());
  }
  return "";
}

// Ordinary compilers, and the GoogleTest programs that they make of closed tests.
class FakeTestPrograms : public base::Processes {
 public:
  enum class End { Passes, Crashes, Hangs };

  explicit FakeTestPrograms(base::Files& files) : files_(files) {}

  base::ProcessResult run(const base::ProcessRequest& request) override {
    if (has_word(request, "-o")) {
      const std::lock_guard lock(mutex_);
      ++compiles;
      if (compile) return compile(request);
      // Where there is such a folder, somebody may move what was made.
      const std::filesystem::path output = word_behind(request, "-o");
      if (std::filesystem::is_directory(output.parent_path())) std::ofstream(output) << "made";
      return exited(0);
    }
    if (!word_behind(request, "--gtest_flagfile=").empty()) return run_tests(request);
    return exited(0);
  }

  std::function<base::ProcessResult(const base::ProcessRequest&)> compile;
  std::function<End(const std::string& test)> end_of;
  bool can_start = true;
  bool writes_report = true;
  std::string damaged_report;  // written in place of the report
  std::function<void()> before_tests;
  int compiles = 0;
  std::vector<std::vector<std::string>> runs;  // the tests of each process

 private:
  base::ProcessResult run_tests(const base::ProcessRequest& request) {
    if (before_tests) before_tests();
    if (!can_start) return not_started(request.command.front());
    for (const std::atomic<bool>* stop : request.stops) {
      if (*stop) return out_of_time();
    }
    const std::vector<std::string> tests = tests_of(request);
    {
      const std::lock_guard lock(mutex_);
      runs.push_back(tests);
    }
    std::string output, report;
    for (const std::string& name : tests) {
      output += "[ RUN      ] " + name + "\n";
      const End end = end_of ? end_of(name) : End::Passes;
      if (end != End::Passes) {
        base::ProcessResult result = end == End::Hangs ? out_of_time() : killed_by(11);
        result.output = output;
        return result;
      }
      output += "[       OK ] " + name + " (0 ms)\n";
      const auto dot = name.find('.');
      report += fmt::format(R"({}{{"name":"{}","testsuite":[{{"name":"{}","status":"RUN","result":"COMPLETED"}}]}})",
                            report.empty() ? "" : ",", name.substr(0, dot), name.substr(dot + 1));
    }
    const std::filesystem::path file = word_behind(request, "--gtest_output=").substr(std::string_view("json:").size());
    if (!damaged_report.empty()) {
      files_.write(file, damaged_report);
    } else if (writes_report) {
      files_.write(file, "{\"testsuites\":[" + report + "]}");
    }
    return exited(0, output);
  }

  std::vector<std::string> tests_of(const base::ProcessRequest& request) {
    std::string filter = files_.read(word_behind(request, "--gtest_flagfile=")).value_or("");
    filter = filter.substr(filter.find('=') + 1);
    std::vector<std::string> tests;
    for (std::size_t at = 0; at < filter.size();) {
      const std::size_t end = filter.find_first_of(":\n", at);
      tests.push_back(filter.substr(at, end - at));
      at = end + 1;
    }
    return tests;
  }

  base::Files& files_;
  std::mutex mutex_;
};

}  // namespace forall::testing_support
