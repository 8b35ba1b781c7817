// The program is the user's own: its sources, built with sanitizers and the replay library, are GoogleTest tests of the
// stored cases. Each runs in a process of its own (FORALL_REPLAY_APART), so a sanitizer may end it, and what is printed
// between two progress lines of GoogleTest belongs to one case.
#include "native/sanitize.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <sstream>
#include <string_view>

#include "base/error.h"
#include "native/gtest_output.h"
#include "native/replay_program.h"
#include "native/test_program.h"

namespace forall::native {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kReports[] = {"ERROR: AddressSanitizer: ", "ERROR: LeakSanitizer: "};
constexpr std::string_view kCheck = ": runtime error: ";

std::string line_at(const std::string& text, std::size_t at) { return text.substr(at, text.find('\n', at) - at); }

// A path as the user would write it here.
std::string near_path(const std::string& path) {
  std::error_code ignored;
  const std::string relative = fs::relative(path, ignored).string();
  return relative.empty() || relative.size() > path.size() ? path : relative;
}

// "src/list.h:12:7" -> "src/list.h:12".
std::string without_column(std::string place) {
  const auto last = place.rfind(':');
  const auto before = last == std::string::npos ? last : place.rfind(':', last - 1);
  if (before != std::string::npos && std::isdigit(static_cast<unsigned char>(place[before + 1])) != 0) {
    place.erase(last);
  }
  const auto colon = place.rfind(':');
  return colon == std::string::npos ? place : near_path(place.substr(0, colon)) + place.substr(colon);
}

// The first of a report's frames ("    #1 0x... in Stack::top() /home/a/stack.h:12") that is the user's.
std::string first_place(const std::string& report) {
  for (auto at = report.find("    #"); at != std::string::npos; at = report.find("    #", at + 1)) {
    const std::string frame = line_at(report, at);
    const std::string place = frame.substr(frame.rfind(' ') + 1);
    const bool is_ours = place.find("/forall/") != std::string::npos || place.rfind("/usr/", 0) == 0 ||
                         place.rfind("../", 0) == 0 || place.find(':') == std::string::npos;
    if (!is_ours) return without_column(place);
  }
  return {};
}

void read_finding(const std::string& text, SanitizedCase& found) {
  for (const std::string_view mark : kReports) {
    const auto at = text.find(mark);
    if (at == std::string::npos) continue;
    found.finding = line_at(text, at + mark.size());
    const auto address = found.finding.find(" on address ");  // it differs from run to run
    if (address != std::string::npos) found.finding.erase(address);
    found.place = first_place(text.substr(at));
    return;
  }
  const auto at = text.find(kCheck);
  if (at == std::string::npos) return;
  found.finding = line_at(text, at + kCheck.size());
  const auto newline = text.rfind('\n', at);
  const auto begin = newline == std::string::npos ? 0 : newline + 1;
  found.place = without_column(text.substr(begin, at - begin));
}

// Is the crash that a change is about, "recorded: crashed (abort at list.h:3); now: crashed (signal 6: Aborted)", the
// recorded one? Some faults are known by the signal that ends an ordinary program. The words are those of
// replay/case_data.cpp and of the header's child_process.h.
bool is_same_crash(const std::string& change) {
  constexpr std::string_view kRecorded = "recorded: crashed (", kNow = "; now: ", kSignal = "crashed (signal ",
                             kExit = "ended the process with exit code ";
  const auto now = change.find(kNow);
  if (!change.starts_with(kRecorded) || now == std::string::npos) return false;
  const std::string recorded = change.substr(kRecorded.size(), now - kRecorded.size());
  const auto fault = testcase::parse_fault(recorded.substr(0, std::min(recorded.find(" at "), recorded.rfind(')'))));
  if (!fault) return false;
  const std::string_view end = std::string_view(change).substr(now + kNow.size());
  if (end.starts_with(kExit)) return *fault == testcase::Fault::Exit;
  if (!end.starts_with(kSignal)) return false;
  int signal = 0;
  std::from_chars(end.data() + kSignal.size(), end.data() + end.size(), signal);
  return is_signal_of(*fault, signal);
}

}  // namespace

std::vector<std::string> parse_sanitizers(const std::string& text) {
  std::vector<std::string> sanitizers;
  std::istringstream words(text);
  for (std::string word; std::getline(words, word, ',');) {
    if (word == "thread") {
      throw base::UserError("--sanitize thread: cases are explored in one thread, so there is nothing to find");
    }
    if (word != "address" && word != "undefined" && word != "leak") {
      throw base::UserError(fmt::format("--sanitize {}: it is one of address, undefined, leak, or several with commas",
                                        word.empty() ? "''" : word));
    }
    if (std::find(sanitizers.begin(), sanitizers.end(), word) == sanitizers.end()) sanitizers.push_back(word);
  }
  if (sanitizers.empty()) throw base::UserError("--sanitize: name one of address, undefined, leak");
  return sanitizers;
}

std::vector<SanitizedCase> read_sanitized(const std::string& output) {
  std::vector<SanitizedCase> cases;
  const std::vector<BegunTest> tests = read_progress(output);
  if (!tests.empty() && !tests.back().end) {
    throw base::UserError(fmt::format("{}\nthe test program died in {}", tests.back().output, tests.back().name));
  }
  for (const BegunTest& test : tests) {
    if (!test.end) continue;
    SanitizedCase ended;
    const auto slash = test.name.find('/');
    ended.put = test.name.substr(0, slash);
    ended.name = slash == std::string::npos ? "" : test.name.substr(slash + 1);
    ended.has_failed = test.end != BegunTest::End::Passed;
    read_finding(test.output, ended);
    if (test.end == BegunTest::End::Skipped) {  // what was not run is no success
      const auto at = test.output.find("this case needs ");
      ended.change = "not run: " + (at == std::string::npos ? "it was skipped" : line_at(test.output, at));
    }
    for (const std::string_view mark : {"\nrecorded: ", "\nthis stored case is stale: "}) {
      const auto at = test.output.find(mark);
      if (at != std::string::npos && ended.finding.empty()) ended.change = line_at(test.output, at + 1);
    }
    if (is_same_crash(ended.change)) ended.change.clear();
    cases.push_back(std::move(ended));
  }
  return cases;
}

std::vector<SanitizedCase> run_sanitized(const NativeSetting& setting, const build::Layout& layout,
                                         const std::string& database, const std::vector<std::string>& puts,
                                         const std::vector<std::string>& sanitizers, const base::World& world) {
  const fs::path program =
      replay_program(setting, layout,
                     {"sanitized",
                      "with sanitizers",
                      {fmt::format("-fsanitize={}", fmt::join(sanitizers, ",")), "-fno-omit-frame-pointer", "-g"}},
                     world);
  TestRun run;
  for (const std::string& put : puts) run.tests.push_back(put + "/*");
  // A leak is looked for behind a case that had one, not when the program ends.
  run.environment = {{"FORALL_DB", database},
                     {"FORALL_REPLAY_APART", "1"},
                     {"ASAN_OPTIONS", "color=never:detect_leaks=1:detect_stack_use_after_return=1"},
                     {"LSAN_OPTIONS", "leak_check_at_exit=0"},
                     {"UBSAN_OPTIONS", "print_stacktrace=0"}};
  const base::ProcessResult result = run_tests(program, run, world).process;
  std::vector<SanitizedCase> cases = read_sanitized(result.output);
  if (cases.empty()) {
    throw base::UserError(fmt::format("{}\nthe test program ran no stored case", result.output));
  }
  for (const std::string& put : puts) {
    if (std::any_of(cases.begin(), cases.end(), [&](const SanitizedCase& c) { return c.put == put; })) continue;
    throw base::UserError(
        fmt::format("the test program has none of the stored cases of {}: if it was renamed, run forall explore; if it "
                    "is gone, forall "
                    "forget {}",
                    put, put));
  }
  world.files.remove(program);
  return cases;
}

}  // namespace forall::native
