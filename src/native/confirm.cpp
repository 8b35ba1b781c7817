// Confirms cases natively: compiles the emitted file with an ordinary compiler and the run-time checks that the
// exploration has as decisions, runs its tests, and compares.
//
// Tests that are predicted to end (pass, fail an assertion, throw) share a process; GoogleTest's JSON output tells how
// each ended. If such a process dies, its last "[ RUN ]" line names the culprit, and the tests not yet passed go into
// the next process, without it. Each round settles at least the culprit, so this ends. Tests that are predicted to
// crash or to run for ever get a process each. Which tests run is passed in a flag file, since five thousand names do
// not fit on a command line.
#include "native/confirm.h"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>
#include <unordered_map>
#include <unordered_set>

#include "abi/fault_texts.h"
#include "base/json_text.h"
#include "base/language.h"
#include "base/parallel.h"
#include "emit/suites.h"
#include "native/checked_characters.h"
#include "native/native_outcome.h"

namespace forall::native {

using testcase::Case;
using testcase::Fault;
using testcase::OutcomeKind;
using End = NativeRun::End;

namespace {

namespace fs = std::filesystem;

constexpr const char* kChecks =
    "-fsanitize=integer-divide-by-zero,signed-integer-overflow,shift,bounds,null,return,unreachable,"
    "float-cast-overflow,alignment,bool,enum,builtin,vla-bound,nonnull-attribute,"
    "returns-nonnull-attribute,pointer-overflow,vptr";
// Floating point as the source says it, and as the exploration has it: neither fused nor reordered.
constexpr const char* kFloat[] = {"-fno-fast-math", "-ffp-contract=off"};

// For predicted memory errors, in a program of its own: AddressSanitizer names them, with the frames that led there.
constexpr const char* kMemoryChecks = "-fsanitize=address";

// For predicted uses of uninitialised values: Valgrind sees them in the code of every library, instrumented or not.
constexpr const char* kValueChecker[] = {"valgrind", "--quiet", "--error-exitcode=99", "--leak-check=no",
                                         "--num-callers=40"};

// A fault whose result nobody uses, a deep recursion or an endless loop may be optimised away, as the language allows;
// then there is nothing to confirm. Nor does optimising thousands of tests pay.
constexpr const char* kOptimization = "-O0";

// Builds the test program: an object for each source, then the program.
class Build {
 public:
  Build(fs::path program, const ConfirmOptions& options, const base::World& world,
        std::vector<std::string> checks = {kChecks})
      : program_(std::move(program)), options_(options), world_(world), checks_(std::move(checks)) {}

  ConfirmReport run(const fs::path& file) {
    std::vector<std::string> objects = {program_.string() + ".o"};
    if (!attempt(compile_tests_command(file.string(), objects.back()))) return report_;
    for (std::size_t i = 0; i < options_.sources.size(); ++i) {
      objects.push_back(program_.string() + "." + std::to_string(i) + ".o");
      if (!attempt(compile_command(options_.sources[i], objects.back()))) return report_;
    }
    report_.compiled = attempt(link_command(objects, {}));
    // Clang's own run-time library is a package apart. That of g++, which comes with the standard library, has the same
    // interface.
    if (!report_.compiled && report_.compiler_output.find("libclang_rt.ubsan") != std::string::npos) {
      report_.compiled = attempt(link_command(objects, {"-fno-sanitize-link-runtime", "-lubsan"}));
    }
    for (const auto& object : objects) world_.files.remove(object);
    return report_;
  }

 private:
  // A closed test begins with the source of the PUT.
  std::vector<std::string> compile_tests_command(const std::string& file, const std::string& object) const {
    std::vector<std::string> command = compile_flags(file);
    if (options_.precompiled) {
      command.emplace_back("-DFORALL_CLOSED_TESTS=1");
      const std::vector<std::string> flags = options_.precompiled(command);
      command.insert(command.end(), flags.begin(), flags.end());
    }
    command.insert(command.end(), {"-c", file, "-o", object});
    return command;
  }

  std::vector<std::string> compile_command(const std::string& source, const std::string& object) const {
    std::vector<std::string> command = compile_flags(source);
    command.insert(command.end(), {"-c", source, "-o", object});
    return command;
  }

  std::vector<std::string> compile_flags(const std::string& source) const {
    std::vector<std::string> command = {options_.compiler};
    const std::vector<std::string> flags = base::flags_for(source, options_.flags);
    command.insert(command.end(), flags.begin(), flags.end());
    command.insert(command.end(), checks_.begin(), checks_.end());
    for (const char* flag : {"-fno-sanitize-recover=all", "-D_GLIBCXX_ASSERTIONS", "-w", kOptimization}) {
      command.emplace_back(flag);
    }
    command.insert(command.end(), std::begin(kFloat), std::end(kFloat));
    return command;
  }

  // The user's libraries stand behind the objects that need them.
  std::vector<std::string> link_command(const std::vector<std::string>& objects,
                                        const std::vector<std::string>& runtime) const {
    std::vector<std::string> command = {options_.compiler};
    command.insert(command.end(), checks_.begin(), checks_.end());
    command.insert(command.end(), objects.begin(), objects.end());
    command.insert(command.end(), options_.flags.begin(), options_.flags.end());
    command.insert(command.end(), std::begin(kFloat), std::end(kFloat));
    command.insert(command.end(), {"-w", "-o", program_.string(), "-lgtest", "-lgtest_main", "-lpthread"});
    command.insert(command.end(), runtime.begin(), runtime.end());
    return command;
  }

  bool attempt(const std::vector<std::string>& command) {
    base::ProcessRequest request;
    request.command = command;
    const base::ProcessResult result = world_.processes.run(request);
    report_.compiler_output = result.output;
    if (!result.ok() && result.output.empty()) report_.compiler_output = base::quote_command(command) + " failed";
    return result.ok();
  }

  fs::path program_;
  const ConfirmOptions& options_;
  const base::World world_;
  std::vector<std::string> checks_;
  ConfirmReport report_;
};

// The output of the code under test may hold any bytes; JSON may not. What is UTF-8 stays: names of files among it.
std::string as_utf8(const std::string& text) {
  using nlohmann::json;
  return json::parse(base::json_text(json(text))).get<std::string>();
}

// The runs of a GoogleTest JSON report, by full name.
std::map<std::string, NativeRun> read_report(const std::string& text) {
  std::map<std::string, NativeRun> runs;
  const auto json = nlohmann::json::parse(as_utf8(text), nullptr, false);
  if (!json.is_object() || !json.contains("testsuites")) return runs;
  for (const auto& suite : json["testsuites"]) {
    for (const auto& test : suite["testsuite"]) {
      if (test.value("status", "") != "RUN") continue;
      NativeRun run;
      run.end = test.value("result", "") == "SKIPPED" ? End::Skipped : End::Passed;
      if (test.contains("failures")) {
        run.end = End::Failed;
        for (const auto& failure : test["failures"]) run.failures.push_back(failure.value("failure", ""));
      }
      runs[suite.value("name", "") + "." + test.value("name", "")] = std::move(run);
    }
  }
  return runs;
}

// What the progress lines of a process that died say.
struct Progress {
  std::unordered_set<std::string> passed;
  std::string running;  // the test it died in
};
Progress read_progress(const std::string& output) {
  constexpr std::string_view kRun = "[ RUN      ] ", kOk = "[       OK ] ", kFailed = "[  FAILED  ] ",
                             kSkipped = "[  SKIPPED ] ";
  Progress progress;
  for (std::size_t at = output.find('['); at != std::string::npos; at = output.find('[', at + 1)) {
    const auto starts = [&](std::string_view mark) { return output.compare(at, mark.size(), mark) == 0; };
    const bool is_ok = starts(kOk);
    if (!is_ok && !starts(kRun) && !starts(kFailed) && !starts(kSkipped)) continue;
    const std::size_t begin = at + kRun.size();
    std::string name = output.substr(begin, output.find_first_of(" ,\n", begin) - begin);
    if (starts(kRun)) {
      progress.running = name;
    } else if (name == progress.running) {
      progress.running.clear();
      if (is_ok) progress.passed.insert(name);
    }
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
      const Progress progress = read_progress(attempt.output);
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

  // `tag` tells the files of processes that run at the same time apart.
  Attempt start(const std::vector<std::string>& tests, const std::string& tag, double seconds) {
    auto& files = world_.files;
    const fs::path flags = with_suffix("." + tag + ".flags"), report = with_suffix("." + tag + ".json");
    std::string filter = "--gtest_filter=";
    for (const auto& name : tests) filter += (filter.back() == '=' ? "" : ":") + name;
    files.write(flags, filter + "\n");
    files.remove(report);
    base::ProcessRequest request;
    if (watch_ == Watch::Values) request.command.assign(std::begin(kValueChecker), std::end(kValueChecker));
    for (const std::string& word :
         {program_.string(), "--gtest_flagfile=" + flags.string(), "--gtest_output=json:" + report.string(),
          std::string("--gtest_color=no"), std::string("--gtest_catch_exceptions=1"),
          std::string("--gtest_break_on_failure=0"), std::string("--gtest_shuffle=0"),
          std::string("--gtest_repeat=1")}) {
      request.command.push_back(word);
    }
    // A signal ends the process as a signal instead of being reported by the sanitizer's handler.
    request.environment = {{"UBSAN_OPTIONS",
                            "handle_segv=0:handle_abort=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:"
                            "handle_sigtrap=0:print_stacktrace=0"},
                           {"ASAN_OPTIONS", std::string(watch_ == Watch::Memory ? "detect_leaks=1" : "detect_leaks=0") +
                                                ":handle_segv=0:handle_sigbus=0:handle_sigfpe=0:color=never:"
                                                "detect_stack_use_after_return=1" +
                                                (watch_ == Watch::Pairs ? ":detect_invalid_pointer_pairs=2" : "")}};
    request.seconds = seconds;
    const base::ProcessResult process = world_.processes.run(request);

    Attempt attempt;
    const auto text = files.read(report);
    const bool leaked =
        watch_ == Watch::Memory && process.exit_code != 0 && process.output.find(kLeakReport) != std::string::npos;
    const bool used_unset =
        watch_ == Watch::Values && process.exit_code != 0 && process.output.find(kUnsetReport) != std::string::npos;
    attempt.is_complete =
        text && process.started && !process.timed_out && process.signal == 0 && !leaked && !used_unset;
    if (attempt.is_complete) attempt.runs = read_report(*text);
    attempt.output = process.output;
    attempt.death.end = process.timed_out ? End::TimedOut : process.signal != 0 ? End::Signalled : End::Exited;
    if (!process.started) attempt.death.end = End::Missing;
    attempt.death.exit_code = process.exit_code;
    attempt.death.signal = process.signal;
    attempt.death.output = process.output;
    files.remove(flags);
    files.remove(report);
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

  fs::path with_suffix(const std::string& suffix) const { return program_.string() + suffix; }

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
         predicted.outcome.message == abi::kNullOffset;
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
    case Watch::Memory: return Build(program, options, world, {kMemoryChecks, "-g"}).run(file);
    case Watch::Pairs:
      return Build(program, options, world, {kMemoryChecks, "-fsanitize=pointer-subtract", "-g"}).run(file);
    case Watch::Characters: {
      // AddressSanitizer prints the frames of the call.
      const fs::path source = program.string() + "_checked.cpp";
      world.files.write(source, checked_characters());
      ConfirmOptions with_source = options;
      with_source.sources.push_back(source.string());
      const std::vector<std::string> checks = {kMemoryChecks, "-g", "-fno-builtin", "-D__NO_CTYPE"};
      ConfirmReport report = Build(program, with_source, world, checks).run(file);
      world.files.remove(source);
      return report;
    }
    case Watch::Clang: {
      ConfirmOptions with_clang = options;
      with_clang.compiler = options.clang;
      return Build(program, with_clang, world, {kChecks, "-fsanitize=function"}).run(file);
    }
    default: return Build(program, options, world, {"-g"}).run(file);
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
  ConfirmReport report = Build(program, options, world).run(file);
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
