// Confirms cases natively: compiles the emitted file with an ordinary compiler and the run-time checks that the
// exploration has as decisions, runs its tests, and compares.
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
#include "emit/suites.h"
#include "native/checked_characters.h"
#include "native/compile.h"
#include "native/gtest_output.h"
#include "native/native_outcome.h"
#include "native/test_program.h"

namespace forall::native {

using testcase::Case;
using testcase::Fault;
using testcase::OutcomeDetail;
using testcase::OutcomeKind;
using End = NativeRun::End;

namespace {

namespace fs = std::filesystem;

constexpr const char* kChecks =
    "-fsanitize=integer-divide-by-zero,signed-integer-overflow,shift,bounds,null,return,unreachable,"
    "float-cast-overflow,alignment,bool,enum,builtin,vla-bound,nonnull-attribute,"
    "returns-nonnull-attribute,pointer-overflow,vptr";

// For predicted memory errors, in a program of its own: AddressSanitizer names them, with the frames that led there.
constexpr const char* kMemoryChecks = "-fsanitize=address";

// For predicted uses of uninitialised values: Valgrind sees them in the code of every library, instrumented or not.
constexpr const char* kValueChecker[] = {"valgrind", "--quiet", "--error-exitcode=99", "--leak-check=no",
                                         "--num-callers=40"};

// Makes the program of the tests and the other sources under test.
ConfirmReport build(const fs::path& program, const fs::path& file, const ConfirmOptions& options,
                    const base::World& world, const std::vector<std::string>& checks = {kChecks}) {
  ProgramSource source{options.compiler, options.flags, checks, {file.string()}, {}, {}};
  source.precompiled = [&](const std::string& compiled, std::vector<std::string> compile) -> std::vector<std::string> {
    if (compiled != file.string() || !options.precompiled) return {};
    // A closed test begins with this macro and the source of the PUT.
    const std::string closed = "-DFORALL_CLOSED_TESTS=1";
    compile.push_back(closed);
    std::vector<std::string> flags = options.precompiled(compile);
    flags.push_back(closed);
    return flags;
  };
  source.files.insert(source.files.end(), options.sources.begin(), options.sources.end());
  const Compiled compiled = compile_program(source, program, world);
  const bool is_silent = !compiled.is_made && compiled.output.empty();
  return {compiled.is_made, is_silent ? base::quote_command(compiled.command) + " failed" : compiled.output};
}

// A signal ends the process as a signal instead of being reported by the sanitizer's handler.
constexpr const char* kChecksOptions =
    "handle_segv=0:handle_abort=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_sigtrap=0:print_stacktrace=0";
constexpr const char* kMemoryOptions =
    ":handle_segv=0:handle_sigbus=0:handle_sigfpe=0:color=never:detect_stack_use_after_return=1";

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

// What watches the native run. Clang: its run-time checks.
enum class Watch { Checks, Memory, Values, Characters, Pairs, Clang };

class Runner {
 public:
  Runner(fs::path program, const ConfirmOptions& options, const base::World& world, Watch watch = Watch::Checks)
      : program_(std::move(program)), options_(options), world_(world), watch_(watch) {}

  void run_together(std::vector<std::string> tests) {
    while (!tests.empty()) {
      const Attempt attempt =
          start(tests, "together", options_.test_seconds + 0.01 * static_cast<double>(tests.size()));
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

 private:
  struct Attempt {
    bool is_complete = false;
    std::map<std::string, NativeRun> runs;  // complete
    NativeRun death;                        // not complete
    std::string output;
  };

  Attempt start(const std::vector<std::string>& tests, const std::string& tag, double seconds) {
    TestRun run{tests, {}, seconds, {}, tag};
    if (watch_ == Watch::Values) run.checker.assign(std::begin(kValueChecker), std::end(kValueChecker));
    run.environment = {
        {"UBSAN_OPTIONS", kChecksOptions},
        {"ASAN_OPTIONS", std::string(watch_ == Watch::Memory ? "detect_leaks=1" : "detect_leaks=0") + kMemoryOptions +
                             (watch_ == Watch::Pairs ? ":detect_invalid_pointer_pairs=2" : "")}};
    const auto [process, report] = run_tests(program_, run, world_);

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
    const Attempt attempt = start({name}, tag, options_.test_seconds + (watch_ != Watch::Checks ? kReportSeconds : 0));
    if (!attempt.is_complete) {
      settle(name, attempt.death);
    } else if (const auto found = attempt.runs.find(name); found != attempt.runs.end()) {
      settle(name, found->second);
    }
  }

  void settle(const std::string& name, NativeRun run) {
    const std::lock_guard lock(mutex_);
    results_[name] = std::move(run);
  }

  fs::path program_;
  const ConfirmOptions& options_;
  const base::World world_;
  Watch watch_;
  std::mutex mutex_;
  std::unordered_map<std::string, NativeRun> results_;
};

bool is_memory_error(const Case& predicted) {
  if (predicted.outcome.kind != OutcomeKind::Crashed) return false;
  const Fault fault = predicted.outcome.fault;
  return fault == Fault::OutOfBounds || fault == Fault::UseAfterFree || fault == Fault::BadFree ||
         fault == Fault::MismatchedFree || fault == Fault::Leak || fault == Fault::UseAfterScope ||
         fault == Fault::UseAfterReturn || fault == Fault::Overlap;
}

bool subtracts_unrelated(const Case& predicted) {
  return predicted.outcome.kind == OutcomeKind::Crashed && predicted.outcome.fault == Fault::UnrelatedPointers;
}

bool uses_unset_value(const Case& predicted) {
  return predicted.outcome.kind == OutcomeKind::Crashed && predicted.outcome.fault == Fault::Unset;
}

// Clang alone has a check for it: g++ knows none for functions, and takes what is added to a pointer for a signed
// number.
bool only_clang_sees(const Case& predicted) {
  if (predicted.outcome.kind != OutcomeKind::Crashed) return false;
  return predicted.outcome.fault == Fault::FunctionType || predicted.outcome.fault == Fault::PointerOverflow ||
         predicted.outcome.detail == OutcomeDetail::NullOffset;
}

// A pointer behind an array that is only computed: clang sees it, g++ and AddressSanitizer wait for the access.
bool clang_may_see(const Case& predicted) {
  return only_clang_sees(predicted) ||
         (predicted.outcome.kind == OutcomeKind::Crashed && predicted.outcome.fault == Fault::OutOfBounds);
}

// Without a check the native run says nothing against what was predicted.
void withdraw(Case& each) {
  each.native = Case::Native::NotRun;
  each.native_detail.clear();
}

bool is_watched_by(Watch watch, const Case& predicted) {
  switch (watch) {
    case Watch::Memory: return is_memory_error(predicted);
    case Watch::Values: return uses_unset_value(predicted);
    case Watch::Characters: return is_character_fault(predicted.outcome);
    case Watch::Pairs: return subtracts_unrelated(predicted);
    case Watch::Clang: return clang_may_see(predicted);
    default: return false;
  }
}

// The program that a checker watches.
ConfirmReport build_watched(Watch watch, const fs::path& file, const fs::path& program, const ConfirmOptions& options,
                            const base::World& world) {
  switch (watch) {
    case Watch::Memory: return build(program, file, options, world, {kMemoryChecks, "-g"});
    case Watch::Pairs:
      return build(program, file, options, world, {kMemoryChecks, "-fsanitize=pointer-subtract", "-g"});
    case Watch::Characters: {
      // AddressSanitizer prints the frames of the call.
      const fs::path source = program.string() + "_checked.cpp";
      world.files.write(source, checked_characters());
      ConfirmOptions with_source = options;
      with_source.sources.push_back(source.string());
      ConfirmReport report =
          build(program, file, with_source, world, {kMemoryChecks, "-g", "-fno-builtin", "-D__NO_CTYPE"});
      world.files.remove(source);
      return report;
    }
    case Watch::Clang: {
      ConfirmOptions with_clang = options;
      with_clang.compiler = options.clang;
      return build(program, file, with_clang, world, {kChecks, "-fsanitize=function"});
    }
    default: return build(program, file, options, world, {"-g"});
  }
}

const char* program_suffix(Watch watch) {
  switch (watch) {
    case Watch::Memory: return "_memory";
    case Watch::Values: return "_values";
    case Watch::Characters: return "_characters";
    case Watch::Pairs: return "_pairs";
    default: return "_clang";
  }
}

// Predicted errors that the ordinary program did not show, once more where a checker watches them: AddressSanitizer,
// Valgrind, functions that take the library's place, or the checks of clang. Without it, what the first run said stays,
// unless that run had no check for it.
void confirm_watched(Watch watch, const fs::path& file, const testcase::Put& put, std::vector<Case>& cases,
                     const std::vector<std::string>& names, const ConfirmOptions& options, const base::World& world) {
  std::vector<std::string> tests;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const bool is_open = !names[i].empty() && cases[i].native == Case::Native::Differs;
    if (is_open && is_watched_by(watch, cases[i])) tests.push_back(names[i]);
  }
  if (tests.empty()) return;
  const fs::path program = fs::absolute(options.build_directory / (file.stem().string() + program_suffix(watch)));
  const bool is_built = build_watched(watch, file, program, options, world).compiled;
  Runner runner(program, options, world, watch);
  if (is_built) runner.run_each_alone(tests);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (names[i].empty() || std::find(tests.begin(), tests.end(), names[i]) == tests.end()) continue;
    const NativeRun run = runner.result(names[i]);
    if (run.end == End::Missing) {
      const bool had_check = watch == Watch::Memory || (watch == Watch::Clang && !only_clang_sees(cases[i]));
      if (!had_check) withdraw(cases[i]);
      continue;
    }
    cases[i].native_detail = difference(put, cases[i], run, file);
    cases[i].native = cases[i].native_detail.empty() ? Case::Native::Confirmed : Case::Native::Differs;
  }
  world.files.remove(program);
}

}  // namespace

ConfirmReport confirm(const fs::path& file, const testcase::Put& put, std::vector<Case>& cases,
                      const ConfirmOptions& options, const base::World& world) {
  world.files.create_directories(options.build_directory);
  const fs::path program = fs::absolute(options.build_directory / (file.stem().string() + "_native"));
  ConfirmReport report = build(program, file, options, world);
  if (!report.compiled) return report;

  std::vector<std::string> names(cases.size());
  std::array<std::vector<std::string>, 3> groups;  // passing, failing, crashing
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (!emit::is_emitted(cases[i])) continue;
    names[i] = emit::suite_name(put, cases[i]) + "." + emit::test_name(cases[i], i);
    const OutcomeKind kind = cases[i].outcome.kind;
    groups[kind == OutcomeKind::Passed ? 0 : kind == OutcomeKind::Crashed ? 2 : 1].push_back(names[i]);
  }
  Runner runner(program, options, world);
  runner.run_together(groups[0]);
  runner.run_together(groups[1]);
  runner.run_each_alone(groups[2]);

  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (names[i].empty()) continue;
    cases[i].native_detail = difference(put, cases[i], runner.result(names[i]), file);
    cases[i].native = cases[i].native_detail.empty() ? Case::Native::Confirmed : Case::Native::Differs;
  }
  for (const Watch watch : {Watch::Memory, Watch::Values, Watch::Characters, Watch::Pairs, Watch::Clang}) {
    confirm_watched(watch, file, put, cases, names, options, world);
  }
  return report;
}

}  // namespace forall::native
