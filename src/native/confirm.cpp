// Confirms cases natively: runs them in a program with the run-time checks that the exploration has as decisions, and
// compares.
//
// Tests that are predicted to end (pass, fail an assertion, throw) share a process; GoogleTest's JSON output tells how
// each ended. If such a process dies, its last "[ RUN ]" line names the culprit, and the tests not yet passed go into
// the next process, without it. Each round settles at least the culprit, so this ends. Tests that are predicted to
// crash or to run for ever get a process each.
#include "native/confirm.h"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <unordered_set>

#include "base/parallel.h"
#include "native/compile.h"
#include "native/gtest_output.h"
#include "native/native_outcome.h"
#include "native/test_program.h"

namespace forall::native {

using testcase::Case;
using testcase::OutcomeKind;
using End = NativeRun::End;

namespace {

namespace fs = std::filesystem;

// What the progress lines of a process that died say.
struct Progress {
  std::unordered_set<std::string> passed;
  std::string running;  // the test it died in
};
Progress progress_of(const std::string& output) {
  Progress progress;
  for (const BegunTest& test : read_progress(output)) {
    progress.running = test.end ? std::string() : test.name;
    if (test.end == BegunTest::End::Passed) progress.passed.insert(test.name);
  }
  return progress;
}

class Runner {
 public:
  Runner(fs::path program, const CaseTests& tests, const base::World& world, Watch watch = Watch::Checks)
      : program_(std::move(program)), tests_(tests), world_(world), watch_(watch) {}

  void run_together(std::vector<std::string> tests) {
    while (!tests.empty()) {
      const Attempt attempt = start(tests, "together", tests_.seconds + 0.01 * static_cast<double>(tests.size()));
      if (attempt.is_complete) {
        for (const auto& [name, run] : attempt.runs) settle(name, run);
        return;
      }
      const Progress progress = progress_of(attempt.output);
      if (std::find(tests.begin(), tests.end(), progress.running) == tests.end()) {
        // It died outside the tests: none of those left can be confirmed.
        for (const auto& name : tests) {
          settle(name, progress.passed.count(name) != 0 ? NativeRun{End::Passed, {}, {}, 0, 0} : attempt.death);
        }
        return;
      }
      for (const auto& name : progress.passed) settle(name, {End::Passed, {}, {}, 0, 0});
      if (attempt.death.end == End::TimedOut) {
        run_alone(progress.running, "alone");  // those before it may have used up the time
      } else {
        settle(progress.running, attempt.death);
      }
      std::erase_if(
          tests, [&](const std::string& name) { return name == progress.running || progress.passed.count(name) != 0; });
    }
  }

  void run_each_alone(const std::vector<std::string>& tests) {
    const unsigned workers = std::clamp(std::thread::hardware_concurrency(), 1U, 4U);
    base::for_each_parallel(tests.size(), workers,
                            [&](std::size_t i) { run_alone(tests[i], "alone" + std::to_string(i)); });
  }

  NativeRun result(const std::string& name) const {
    const auto found = results_.find(name);
    return found == results_.end() ? NativeRun{} : found->second;
  }
  std::vector<testcase::PrintedValue> printed(const std::string& name) const {
    const auto found = printed_.find(name);
    return found == printed_.end() ? std::vector<testcase::PrintedValue>() : found->second;
  }

 private:
  struct Attempt {
    bool is_complete = false;
    std::map<std::string, NativeRun> runs;  // complete
    NativeRun death;                        // not complete
    std::string output;
  };

  Attempt start(const std::vector<std::string>& tests, const std::string& tag, double seconds) {
    TestRun run{tests, environment_of(watch_), seconds, checker_of(watch_), tests_.tag + tag};
    run.environment.insert(run.environment.end(), tests_.environment.begin(), tests_.environment.end());
    const auto [process, report] = run_tests(program_, run, world_);
    note_printed(process.output);

    Attempt attempt;
    const bool leaked =
        watch_ == Watch::Memory && process.exit_code != 0 && process.output.find(kLeakReport) != std::string::npos;
    const bool used_unset =
        watch_ == Watch::Values && process.exit_code != 0 && process.output.find(kUnsetReport) != std::string::npos;
    attempt.is_complete =
        report && process.started && !process.timed_out && process.signal == 0 && !leaked && !used_unset;
    if (attempt.is_complete) attempt.runs = read_report(*report);
    attempt.output = process.output;
    attempt.death.end = process.timed_out ? End::TimedOut : process.signal != 0 ? End::Signalled : End::Exited;
    if (!process.started) attempt.death.end = End::Missing;
    attempt.death.exit_code = process.exit_code;
    attempt.death.signal = process.signal;
    attempt.death.output = process.output;
    return attempt;
  }

  void run_alone(const std::string& name, const std::string& tag) {
    // Sanitizers look up the source lines of a report in the debug information of all libraries.
    constexpr double kReportSeconds = 60;
    const Attempt attempt = start({name}, tag, tests_.seconds + (watch_ != Watch::Checks ? kReportSeconds : 0));
    if (!attempt.is_complete) {
      settle(name, attempt.death);
    } else if (const auto found = attempt.runs.find(name); found != attempt.runs.end()) {
      settle(name, found->second);
    }
  }

  void note_printed(const std::string& output) {
    for (const BegunTest& test : read_progress(output)) {
      std::vector<testcase::PrintedValue> values = read_printed(test.output);
      if (values.empty()) continue;
      const std::lock_guard lock(mutex_);
      printed_[test.name] = std::move(values);
    }
  }

  void settle(const std::string& name, NativeRun run) {
    const std::lock_guard lock(mutex_);
    results_[name] = std::move(run);
  }

  fs::path program_;
  const CaseTests& tests_;
  const base::World world_;
  Watch watch_;
  std::mutex mutex_;
  std::unordered_map<std::string, NativeRun> results_;
  std::unordered_map<std::string, std::vector<testcase::PrintedValue>> printed_;
};

// Without a check the native run says nothing against what was predicted.
void withdraw(Case& each) {
  each.native = Case::Native::NotRun;
  each.native_detail.clear();
}

// Predicted errors that the ordinary program did not show, once more where a checker watches them. Without it, what the
// first run said stays, unless that run had no check for it. `unwatched` gets why, for each case.
void confirm_watched(Watch watch, const testcase::Put& put, std::vector<Case>& cases, const CaseTests& tests,
                     CasePrograms& programs, const base::World& world, std::vector<std::string>& unwatched) {
  std::vector<std::string> chosen;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const bool is_open = !tests.names[i].empty() && cases[i].native == Case::Native::Differs;
    if (is_open && is_watched_by(watch, cases[i])) chosen.push_back(tests.names[i]);
  }
  if (chosen.empty()) return;
  const CasePrograms::Program program = programs.program(watch);
  Runner runner(program.path, tests, world, watch);
  if (program.is_made) runner.run_each_alone(chosen);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (tests.names[i].empty() || std::find(chosen.begin(), chosen.end(), tests.names[i]) == chosen.end()) continue;
    const NativeRun run = runner.result(tests.names[i]);
    if (run.end == End::Missing) {
      if (is_only_seen_by(watch, cases[i])) {
        withdraw(cases[i]);
      } else if (!program.is_made) {
        unwatched[i] = "; the program that would watch it was not made: " + first_complaint(program.output);
      }
      continue;
    }
    cases[i].native_detail = difference(put, cases[i], run, tests.file);
    cases[i].native = cases[i].native_detail.empty() ? Case::Native::Confirmed : Case::Native::Differs;
  }
}

// Those that did not end as predicted after others in the same process, which may have left something behind.
std::vector<std::string> differing(const testcase::Put& put, const std::vector<Case>& cases, const CaseTests& tests,
                                   const Runner& runner) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (tests.names[i].empty() || cases[i].outcome.kind == OutcomeKind::Crashed) continue;
    const NativeRun run = runner.result(tests.names[i]);
    const bool has_ended = run.end == End::Passed || run.end == End::Failed || run.end == End::Skipped;
    if (has_ended && !difference(put, cases[i], run, tests.file).empty()) names.push_back(tests.names[i]);
  }
  return names;
}

}  // namespace

ConfirmReport confirm(const testcase::Put& put, std::vector<Case>& cases, const CaseTests& tests,
                      CasePrograms& programs, const base::World& world) {
  const CasePrograms::Program program = programs.program(Watch::Checks);
  if (!program.is_made) return {false, program.output};

  std::array<std::vector<std::string>, 3> groups;  // passing, failing, crashing
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (tests.names[i].empty()) continue;
    const OutcomeKind kind = cases[i].outcome.kind;
    groups[kind == OutcomeKind::Passed ? 0 : kind == OutcomeKind::Crashed ? 2 : 1].push_back(tests.names[i]);
  }
  Runner runner(program.path, tests, world);
  runner.run_together(groups[0]);
  runner.run_together(groups[1]);
  runner.run_each_alone(groups[2]);
  runner.run_each_alone(differing(put, cases, tests, runner));

  bool has_run = cases.empty();
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (tests.names[i].empty()) continue;
    const NativeRun run = runner.result(tests.names[i]);
    cases[i].native_detail = difference(put, cases[i], run, tests.file);
    cases[i].native = cases[i].native_detail.empty() ? Case::Native::Confirmed : Case::Native::Differs;
    cases[i].printed = runner.printed(tests.names[i]);
    const bool is_missing = run.end == End::Missing || (run.end == End::Exited && run.exit_code == 0);
    has_run = has_run || !is_missing || cases[i].native == Case::Native::Confirmed;
  }
  if (!has_run) return {true, {}, false};
  std::vector<std::string> unwatched(cases.size());
  for (const Watch watch : kOtherWatches) confirm_watched(watch, put, cases, tests, programs, world, unwatched);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (cases[i].native == Case::Native::Differs) cases[i].native_detail += unwatched[i];
  }
  return {true, {}, true};
}

}  // namespace forall::native
