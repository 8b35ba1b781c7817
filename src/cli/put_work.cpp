// A PUT is explored; its cases get names and become closed tests, which an ordinary compiler builds and which run
// natively; what these runs say is part of the verdict. All of it is stored, whatever fails on the way.
#include "cli/put_work.h"

#include <fmt/core.h>

#include <exception>
#include <set>
#include <sstream>

#include "base/files.h"
#include "cli/native.h"
#include "emit/emit.h"

namespace forall::cli {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

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

constexpr const char* kInterrupted = "interrupted before the closed tests were run natively";

std::vector<std::size_t> failing_cases(const testcase::Result& result) {
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < result.cases.size(); ++i) {
    if (testcase::refutes(result.cases[i].outcome.kind)) indices.push_back(i);
  }
  return indices;
}

void note_unconfirmed(testcase::Result& result, const char* why) {
  if (result.verdict == testcase::VerdictKind::Proved) result.verdict = testcase::VerdictKind::Open;
  result.ledger.push_back({"not-confirmed", why, result.put.file, static_cast<unsigned>(result.put.line),
                           result.cases.size(), "run forall replay"});
}

// A case is not reported from prediction alone. What the native run contradicts, or could not confirm, keeps the PUT
// open.
void judge(testcase::Result& result, const fs::path& file, const std::string& complaint) {
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
  result.ledger.push_back({"native-run-differs",
                           fmt::format("{}: {} (a difference between exploration and native run is a bug in forall, or "
                                       "undefined behaviour in the code under test)",
                                       first->name, first->native_detail),
                           file.string(), 0, differing, "run the closed test under a debugger and report it"});
}

}  // namespace

testcase::Result PutWork::operator()(explore::Target& target, testcase::Put put) {
  const std::string name = put.full_name();
  for (const auto& file : around_.sources.files) put.build.sources.push_back(file.string());
  put.build.flags = around_.sources.flags;
  std::int64_t exploration;
  {
    const std::lock_guard lock(store_mutex_);
    exploration = around_.store.begin(put);
  }
  explore::Hooks hooks;
  hooks.stop = &around_.stop;
  hooks.progress = [&](const explore::Progress& p) {
    around_.progress.show(fmt::format("{}: {} paths, {} failing, {} open, {} runs, {:.1f} s", name, p.paths, p.failed,
                                      p.pending, p.runs, p.seconds));
  };
  hooks.found = [&](const testcase::Case& c) {
    const std::lock_guard lock(store_mutex_);
    around_.store.add(exploration, c);
  };
  hooks.shown = [&](const testcase::Result& found) {
    return around_.options.emit ? cases_to_emit(found) : failing_cases(found);
  };
  testcase::Result result = explore::explore(target, put, around_.options.engine, hooks);
  emit::name_cases(result.cases);
  std::exception_ptr unwritten;  // what was found is stored even if the tests cannot be written
  try {
    if (around_.options.emit && !result.cases.empty()) write_and_confirm(result);
  } catch (...) {
    unwritten = std::current_exception();
    note_unconfirmed(result, "the closed tests could not be written");
  }
  const std::lock_guard lock(store_mutex_);
  around_.store.finish(exploration, result);
  if (unwritten) std::rethrow_exception(unwritten);
  return result;
}

// With --cover branch, or more paths than --tests, only some cases become tests; all of them are stored.
std::vector<std::size_t> PutWork::cases_to_emit(const testcase::Result& result) const {
  std::vector<std::size_t> indices;
  const bool all_fit = result.cases.size() <= around_.options.tests;
  if (around_.options.cover == Cover::Branch || !all_fit) indices = emit::smallest_branch_cover(result.cases);
  if (around_.options.cover == Cover::Branch) return indices;
  std::set<std::size_t> chosen(indices.begin(), indices.end());
  for (std::size_t i = 0; i < result.cases.size() && (all_fit || chosen.size() < around_.options.tests); ++i)
    chosen.insert(i);
  return {chosen.begin(), chosen.end()};
}

void PutWork::write_and_confirm(testcase::Result& result) {
  const std::vector<std::size_t> indices = cases_to_emit(result);
  std::vector<testcase::Case> emitted;
  for (const std::size_t i : indices) emitted.push_back(result.cases[i]);

  NativeSetting setting{around_.options.out,      around_.options.work,
                        around_.options.compiler, native_flags(around_.layout, around_.sources),
                        around_.sources.files,    *around_.options.emit};
  const fs::path file = write_tests(setting, result.put, emitted, base::system_files());
  {
    const std::lock_guard lock(mutex_);
    files_.push_back(file);
  }
  if (!around_.options.confirm) return;
  if (around_.stop) return note_unconfirmed(result, kInterrupted);
  around_.progress.show(fmt::format("{}: confirming {} cases natively ...", result.put.full_name(), emitted.size()));
  begin_confirm();
  const std::string complaint = confirm_tests(setting, result.put, emitted, around_.processes);
  end_confirm();
  if (around_.stop) return note_unconfirmed(result, kInterrupted);
  for (std::size_t k = 0; k < indices.size(); ++k) {
    result.cases[indices[k]].native = emitted[k].native;
    result.cases[indices[k]].native_detail = emitted[k].native_detail;
  }
  judge(result, file, complaint);
}

// The time in which at least one PUT is being confirmed: jobs side by side are not counted twice.
void PutWork::begin_confirm() {
  const std::lock_guard lock(mutex_);
  if (confirming_++ == 0) confirm_start_ = Clock::now();
}
void PutWork::end_confirm() {
  const std::lock_guard lock(mutex_);
  if (--confirming_ == 0) confirm_seconds_ += std::chrono::duration<double>(Clock::now() - confirm_start_).count();
}

}  // namespace forall::cli
