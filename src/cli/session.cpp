// The stages of an exploration: check the surroundings, build the target, then per PUT explore, write and confirm the
// closed tests, store. PUTs are independent, so `jobs` of them are worked on at once, each with a target process of its
// own.
#include "cli/session.h"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <fnmatch.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <fstream>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>
#include <thread>

#include "base/error.h"
#include "base/files.h"
#include "cli/interrupt.h"
#include "cli/native.h"
#include "cli/terminal.h"
#include "emit/emit.h"
#include "explore/explore.h"
#include "store/store.h"

namespace forall::cli {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

enum class FileKind { Source, Object, Program };

// By the head of the ELF format: its magic, and at 16 the type, of which 1 is a file to be linked.
FileKind kind_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  char head[18] = {};
  in.read(head, sizeof head);
  if (in.gcount() < 18 || std::string_view(head, 4) != std::string_view("\x7f\x45LF", 4)) return FileKind::Source;
  return head[16] == 1 || head[17] == 1 ? FileKind::Object : FileKind::Program;
}

struct Inputs {
  Sources sources;
  std::optional<fs::path> target;
};

Inputs sort_inputs(const ExploreOptions& options, const std::vector<std::string>& flags) {
  Inputs inputs;
  inputs.sources.flags = flags;
  for (const std::string& name : options.inputs) {
    if (!fs::exists(name)) throw base::UserError(fmt::format("{}: error: no such file", name));
    const FileKind kind = fs::is_regular_file(name) ? kind_of(name) : FileKind::Source;
    if (kind == FileKind::Object) {
      throw base::UserError(
          fmt::format("{}: error: an object file; link it with `forall c++` and give the program", name));
    }
    if (kind == FileKind::Program) {
      if (inputs.target)
        throw base::UserError(fmt::format("{}: error: only one target can be explored at a time", name));
      inputs.target = name;
    } else {
      inputs.sources.files.emplace_back(name);
    }
  }
  return inputs;
}

// Finds out before the work, not after it, that its results cannot be kept.
void check_output_folder(const fs::path& out) {
  base::system_files().create_directories(out);
  const fs::path probe = out / ".forall-probe";
  base::system_files().write(probe, "");
  base::system_files().remove(probe);
}

// A name is what a PUT is called by on the command line, in the database and in the file of its closed tests.
void check_names(const std::vector<testcase::Put>& puts) {
  std::map<std::string, const testcase::Put*> known;
  for (const auto& put : puts) {
    const auto [other, is_new] = known.emplace(put.full_name(), &put);
    if (is_new) continue;
    throw base::UserError(fmt::format("{}:{}: error: there is another {} at {}:{}; give one of them another name",
                                      put.file, put.line, put.full_name(), other->second->file, other->second->line));
  }
}

// The line that matters of what a compiler or linker said.
std::string first_complaint(const std::string& text) {
  std::string first;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.find("error: ") != std::string::npos || line.find("undefined reference") != std::string::npos) return line;
    if (first.empty()) first = line;
  }
  return first;
}

std::vector<std::size_t> select(const std::vector<testcase::Put>& puts, const std::vector<std::string>& globs) {
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < puts.size(); ++i) {
    const std::string name = puts[i].full_name();
    const auto matches = [&](const std::string& glob) { return fnmatch(glob.c_str(), name.c_str(), 0) == 0; };
    if (globs.empty() || std::any_of(globs.begin(), globs.end(), matches)) chosen.push_back(i);
  }
  if (chosen.empty() && !puts.empty()) {
    std::string names;
    for (const auto& put : puts) names += "\n  " + put.full_name();
    throw base::UserError(fmt::format("no PUT matches {}; there are:{}", fmt::join(globs, ", "), names));
  }
  return chosen;
}

constexpr const char* kInterrupted = "interrupted before the closed tests were run natively";

class Session {
 public:
  Session(const ExploreOptions& options, const std::vector<std::string>& flags, const std::atomic<bool>& stop,
          const std::function<void(const testcase::Result&)>& finished)
      : options_(options),
        inputs_(sort_inputs(options, flags)),
        layout_(find_layout()),
        stop_(stop),
        processes_(base::system_processes(), stop),
        finished_(finished),
        progress_(!options.quiet && !options.json) {}

  SessionResult run() {
    if (options_.emit == Format::Gtest) check_output_folder(options_.out);
    store_ = store::open(options_.database);
    if (options_.emit == Format::Gtest && options_.confirm) check_compiler();
    build();
    const auto first = start();
    const auto& puts = first->puts();
    if (puts.empty()) {
      throw base::UserError(
          fmt::format("{}: error: no FORALL test in {}; write FORALL(Suite, Function); after a function "
                      "with parameters, see the tutorial",
                      options_.inputs.front(), options_.inputs.size() == 1 ? "this file" : "these files"));
    }
    check_names(puts);
    chosen_ = select(puts, options_.puts);
    slots_.resize(chosen_.size());
    work_in_parallel(*first);
    progress_.clear();
    if (failure_) std::rethrow_exception(failure_);
    for (auto& slot : slots_) {
      if (slot) result_.results.push_back(std::move(*slot));
    }
    return std::move(result_);
  }

 private:
  void check_compiler() {
    const base::ProcessResult result = processes_.run({.command = {options_.compiler, "--version"}});
    if (!result.started) {
      throw base::UserError(fmt::format("{}; name another compiler with --compiler, or use --no-confirm",
                                        result.output.empty() ? "cannot run " + options_.compiler : result.output));
    }
  }

  // What was built here just now is a target of forall, unless its own code got in the way.
  std::unique_ptr<explore::Target> start() const {
    try {
      return explore::start_target(program_);
    } catch (const base::UserError& error) {
      if (inputs_.target) throw;
      const std::string text = error.what();
      const auto line = text.find('\n');
      if (line != std::string::npos) {
        throw base::UserError(fmt::format("{}: error: the test program ended before its first test:\n{}",
                                          options_.inputs.front(), text.substr(line + 1)));
      }
      throw base::UserError(
          fmt::format("{}: error: the test program ended before its first test; if a source defines main(), leave it "
                      "out: forall has its own",
                      options_.inputs.front()));
    }
  }

  void build() {
    const auto start = Clock::now();
    if (inputs_.target) {
      program_ = *inputs_.target;
    } else {
      progress_.show(fmt::format("compiling {} ...", fmt::join(options_.inputs, " ")));
      program_ = build_target(layout_, inputs_.sources, options_.work, options_.jobs, processes_);
    }
    result_.compile_seconds = since(start);
  }

  void work_in_parallel(explore::Target& first) {
    const std::size_t threads = std::min<std::size_t>(options_.jobs, chosen_.size());
    std::vector<std::thread> others;
    for (std::size_t k = 1; k < threads; ++k) {
      others.emplace_back([this] {
        guarded([this] {
          const auto target = explore::start_target(program_);
          work(*target);
        });
      });
    }
    guarded([&] { work(first); });
    for (auto& t : others) t.join();
  }

  template <typename F>
  void guarded(F f) {
    try {
      f();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
  }

  void work(explore::Target& target) {
    for (;;) {
      std::size_t slot;
      {
        const std::lock_guard lock(mutex_);
        if (failure_ || stop_ || next_ == chosen_.size()) return;
        slot = next_++;
      }
      testcase::Result result = one_put(target, target.puts()[chosen_[slot]]);
      const std::lock_guard lock(mutex_);
      slots_[slot] = std::move(result);
      report_finished();
    }
  }

  void report_finished() {
    progress_.clear();
    for (; reported_ < slots_.size() && slots_[reported_]; ++reported_) finished_(*slots_[reported_]);
  }

  testcase::Result one_put(explore::Target& target, testcase::Put put) {
    const std::string name = put.full_name();
    for (const auto& file : inputs_.sources.files) put.build.sources.push_back(file.string());
    put.build.flags = inputs_.sources.flags;
    std::int64_t exploration;
    {
      const std::lock_guard lock(store_mutex_);
      exploration = store_->begin(put);
    }
    explore::Hooks hooks;
    hooks.stop = &stop_;
    hooks.progress = [&](const explore::Progress& p) {
      progress_.show(fmt::format("{}: {} paths, {} failing, {} open, {} runs, {:.1f} s", name, p.paths, p.failed,
                                 p.pending, p.runs, p.seconds));
    };
    hooks.found = [&](const testcase::Case& c) {
      const std::lock_guard lock(store_mutex_);
      store_->add(exploration, c);
    };
    hooks.shown = [&](const testcase::Result& found) {
      return options_.emit == Format::Gtest ? cases_to_emit(found) : failing_cases(found);
    };
    testcase::Result result = explore::explore(target, put, options_.engine, hooks);
    emit::name_cases(result.cases);
    std::exception_ptr unwritten;  // what was found is stored even if the tests cannot be written
    try {
      if (options_.emit == Format::Gtest && !result.cases.empty()) write_and_confirm(result);
    } catch (...) {
      unwritten = std::current_exception();
      note_unconfirmed(result, "the closed tests could not be written");
    }
    const std::lock_guard lock(store_mutex_);
    store_->finish(exploration, result);
    if (unwritten) std::rethrow_exception(unwritten);
    return result;
  }

  // With --cover branch, or more paths than --tests, only some cases become tests; all of them are stored.
  std::vector<std::size_t> cases_to_emit(const testcase::Result& result) const {
    std::vector<std::size_t> indices;
    const bool all_fit = result.cases.size() <= options_.tests;
    if (options_.cover == Cover::Branch || !all_fit) indices = emit::smallest_branch_cover(result.cases);
    if (options_.cover == Cover::Branch) return indices;
    std::set<std::size_t> chosen(indices.begin(), indices.end());
    for (std::size_t i = 0; i < result.cases.size() && (all_fit || chosen.size() < options_.tests); ++i)
      chosen.insert(i);
    return {chosen.begin(), chosen.end()};
  }

  static std::vector<std::size_t> failing_cases(const testcase::Result& result) {
    std::vector<std::size_t> indices;
    for (std::size_t i = 0; i < result.cases.size(); ++i) {
      if (testcase::refutes(result.cases[i].outcome.kind)) indices.push_back(i);
    }
    return indices;
  }

  void write_and_confirm(testcase::Result& result) {
    const std::vector<std::size_t> indices = cases_to_emit(result);
    std::vector<testcase::Case> emitted;
    for (const std::size_t i : indices) emitted.push_back(result.cases[i]);

    NativeSetting setting{options_.out, options_.work, options_.compiler, native_flags(layout_, inputs_.sources),
                          inputs_.sources.files};
    const fs::path file = write_tests(setting, result.put, emitted, base::system_files());
    {
      const std::lock_guard lock(mutex_);
      result_.files.push_back(file);
    }
    if (!options_.confirm) return;
    if (stop_) return note_unconfirmed(result, kInterrupted);
    progress_.show(fmt::format("{}: confirming {} cases natively ...", result.put.full_name(), emitted.size()));
    begin_confirm();
    const std::string complaint = confirm_tests(setting, result.put, emitted, processes_);
    end_confirm();
    if (stop_) return note_unconfirmed(result, kInterrupted);
    for (std::size_t k = 0; k < indices.size(); ++k) {
      result.cases[indices[k]].native = emitted[k].native;
      result.cases[indices[k]].native_detail = emitted[k].native_detail;
    }
    judge(result, file, complaint);
  }

  // The time in which at least one PUT is being confirmed: jobs side by side are not counted twice.
  void begin_confirm() {
    const std::lock_guard lock(mutex_);
    if (confirming_++ == 0) confirm_start_ = Clock::now();
  }
  void end_confirm() {
    const std::lock_guard lock(mutex_);
    if (--confirming_ == 0) result_.confirm_seconds += since(confirm_start_);
  }

  static void note_unconfirmed(testcase::Result& result, const char* why) {
    if (result.verdict == testcase::VerdictKind::Proved) result.verdict = testcase::VerdictKind::Open;
    result.ledger.push_back({"not-confirmed", why, result.put.file, static_cast<unsigned>(result.put.line),
                             result.cases.size(), "run forall replay"});
  }

  // A case is not reported from prediction alone. What the native run contradicts, or could not confirm, keeps the PUT
  // open.
  static void judge(testcase::Result& result, const fs::path& file, const std::string& complaint) {
    if (!complaint.empty()) {
      result.verdict = testcase::VerdictKind::Open;
      result.ledger.push_back({"not-confirmed", "the closed tests do not compile: " + first_complaint(complaint),
                               file.string(), 0, result.cases.size(),
                               "name the sources they need too and, behind `--`, the flags"});
      return;
    }
    std::uint64_t differing = 0, confirmed_refuting = 0;
    const testcase::Case* first = nullptr;
    for (const auto& c : result.cases) {
      if (c.native == testcase::Case::Native::Differs) {
        ++differing;
        if (!first) first = &c;
      }
      confirmed_refuting += testcase::refutes(c.outcome.kind) && c.native == testcase::Case::Native::Confirmed;
    }
    if (differing == 0) return;
    result.verdict = confirmed_refuting > 0 ? testcase::VerdictKind::Refuted : testcase::VerdictKind::Open;
    result.ledger.push_back(
        {"native-run-differs",
         fmt::format("{}: {} (a difference between exploration and native run is a bug in forall, or "
                     "undefined behaviour in the code under test)",
                     first->name, first->native_detail),
         file.string(), 0, differing, "run the closed test under a debugger and report it"});
  }

  const ExploreOptions& options_;
  Inputs inputs_;
  Layout layout_;
  const std::atomic<bool>& stop_;
  StoppableProcesses processes_;
  const std::function<void(const testcase::Result&)>& finished_;
  ProgressLine progress_;
  fs::path program_;
  std::unique_ptr<store::Store> store_;
  std::mutex store_mutex_;

  std::mutex mutex_;  // guards everything below
  std::vector<std::size_t> chosen_;
  std::size_t next_ = 0;
  std::size_t reported_ = 0;
  std::vector<std::optional<testcase::Result>> slots_;
  std::exception_ptr failure_;
  unsigned confirming_ = 0;
  Clock::time_point confirm_start_;
  SessionResult result_;
};

}  // namespace

SessionResult explore_session(const ExploreOptions& options, const std::vector<std::string>& compiler_flags,
                              const std::atomic<bool>& stop,
                              const std::function<void(const testcase::Result&)>& finished) {
  return Session(options, compiler_flags, stop, finished).run();
}

}  // namespace forall::cli
