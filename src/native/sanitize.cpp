// The program is the user's own: its sources, built with sanitizers and the replay library, are GoogleTest tests of the
// stored cases. Each runs in a process of its own (FORALL_REPLAY_APART), so a sanitizer may end it, and what is printed
// between two progress lines of GoogleTest belongs to one case.
#include "native/sanitize.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <string_view>

#include "base/error.h"
#include "base/language.h"

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

// The name behind a progress line of GoogleTest: "[ RUN      ] Suite.Function/case (3 ms)".
std::string name_behind(const std::string& line, std::string_view mark) {
  const std::string rest = line.substr(mark.size());
  return rest.substr(0, rest.find_first_of(" ,"));
}

// In the build tree beside the runtime; installed in the folder above it.
fs::path replay_library(const build::Layout& layout, base::Files& files) {
  const fs::path folder = layout.runtime.parent_path();
  for (const fs::path& file : {folder / "libforall_replay.so", folder.parent_path() / "libforall_replay.so"}) {
    if (files.exists(file)) return file;
  }
  throw base::UserError(
      fmt::format("forall's replay library is not in {}: build or install all of forall", folder.string()));
}

// Is the crash that a change is about, "recorded: crashed (abort at list.h:3); now: crashed (signal 6: Aborted)", the
// recorded one? Some faults are known by the signal that ends an ordinary program.
bool is_same_crash(const std::string& change) {
  struct Crash {
    std::string_view fault, now;
  };
  constexpr Crash kSame[] = {{"abort", "crashed (signal 6:"},
                             {"terminate", "crashed (signal 6:"},
                             {"segmentation fault", "crashed (signal 11:"},
                             {"null dereference", "crashed (signal 11:"},
                             {"stack overflow", "crashed (signal 11:"},
                             {"bus error", "crashed (signal 7:"},
                             {"illegal instruction", "crashed (signal 4:"},
                             {"arithmetic signal", "crashed (signal 8:"},
                             {"trap", "crashed (signal 5:"},
                             {"exit", "ended the process with exit code "}};
  return std::any_of(std::begin(kSame), std::end(kSame), [&](const Crash& same) {
    return change.rfind(fmt::format("recorded: crashed ({}", same.fault), 0) == 0 &&
           change.find(fmt::format("; now: {}", same.now)) != std::string::npos;
  });
}

class Build {
 public:
  Build(const NativeSetting& setting, const build::Layout& layout, const std::vector<std::string>& sanitizers,
        const base::World& world)
      : setting_(setting), library_(replay_library(layout, world.files)), world_(world) {
    flags_ = setting.flags;
    // Not optimised: a fault whose result nobody uses would be lost.
    flags_.insert(flags_.end(), {"-fsanitize=" + fmt::format("{}", fmt::join(sanitizers, ",")),
                                 "-fno-sanitize-recover=all", "-fno-omit-frame-pointer", "-g", "-O0", "-w",
                                 "-ffp-contract=off", "-DFORALL_REPLAY=1", "-D_GLIBCXX_ASSERTIONS"});
  }

  fs::path run() {
    world_.files.create_directories(setting_.build);
    const fs::path program = fs::absolute(setting_.build / "sanitized");
    std::vector<std::string> objects;
    for (std::size_t i = 0; i < setting_.sources.size(); ++i) {
      objects.push_back(fmt::format("{}.{}.o", program.string(), i));
      compile({"-c", setting_.sources[i].string(), "-o", objects.back()}, base::flags_for(setting_.sources[i], flags_));
    }
    std::vector<std::string> link = objects;
    link.insert(link.end(), {library_.string(), "-Wl,-rpath," + library_.parent_path().string(), "-lgtest",
                             "-lgtest_main", "-lpthread", "-o", program.string()});
    compile(link, flags_);
    for (const std::string& object : objects) world_.files.remove(object);
    return program;
  }

 private:
  void compile(const std::vector<std::string>& arguments, const std::vector<std::string>& flags) {
    base::ProcessRequest request;
    request.command = {setting_.compiler};
    const bool links = arguments.front() != "-c";  // the user's libraries stand behind the objects that need them
    if (links) request.command.insert(request.command.end(), arguments.begin(), arguments.end());
    request.command.insert(request.command.end(), flags.begin(), flags.end());
    if (!links) request.command.insert(request.command.end(), arguments.begin(), arguments.end());
    const base::ProcessResult result = world_.processes.run(request);
    if (result.ok()) return;
    throw base::UserError(fmt::format("{}\nthe tests do not compile with sanitizers: {}", result.output,
                                      base::quote_command(request.command)));
  }

  const NativeSetting& setting_;
  const fs::path library_;
  const base::World world_;
  std::vector<std::string> flags_;
};

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
  constexpr std::string_view kRun = "[ RUN      ] ", kOk = "[       OK ] ", kFailed = "[  FAILED  ] ",
                             kSkipped = "[  SKIPPED ] ";
  std::vector<SanitizedCase> cases;
  std::string running, text;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind(kRun, 0) == 0) {
      running = name_behind(line, kRun);
      text.clear();
      continue;
    }
    const bool is_end = line.rfind(kOk, 0) == 0 || line.rfind(kFailed, 0) == 0 || line.rfind(kSkipped, 0) == 0;
    if (running.empty() || !is_end || name_behind(line, kRun) != running) {
      text += line + "\n";
      continue;
    }
    SanitizedCase ended;
    const auto slash = running.find('/');
    ended.put = running.substr(0, slash);
    ended.name = slash == std::string::npos ? "" : running.substr(slash + 1);
    ended.has_failed = line.rfind(kFailed, 0) == 0;
    read_finding(text, ended);
    if (line.rfind(kSkipped, 0) == 0) {  // what was not run is no success
      ended.has_failed = true;
      const auto at = text.find("this case needs ");
      ended.change = "not run: " + (at == std::string::npos ? "it was skipped" : line_at(text, at));
    }
    for (const std::string_view mark : {"\nrecorded: ", "\nthis stored case is stale: "}) {
      const auto at = text.find(mark);
      if (at != std::string::npos && ended.finding.empty()) ended.change = line_at(text, at + 1);
    }
    if (is_same_crash(ended.change)) ended.change.clear();
    cases.push_back(std::move(ended));
    running.clear();
  }
  if (!running.empty()) throw base::UserError(fmt::format("{}\nthe test program died in {}", text, running));
  return cases;
}

std::vector<SanitizedCase> run_sanitized(const NativeSetting& setting, const build::Layout& layout,
                                         const std::string& database, const std::vector<std::string>& puts,
                                         const std::vector<std::string>& sanitizers, const base::World& world) {
  const fs::path program = Build(setting, layout, sanitizers, world).run();
  std::string filter = "--gtest_filter=";
  for (const std::string& put : puts) filter += (filter.back() == '=' ? "" : ":") + put + "/*";
  base::ProcessRequest request;
  request.command = {program.string(), filter, "--gtest_color=no", "--gtest_shuffle=0", "--gtest_repeat=1"};
  // A leak is looked for behind a case that had one, not when the program ends.
  request.environment = {{"FORALL_DB", database},
                         {"FORALL_REPLAY_APART", "1"},
                         {"ASAN_OPTIONS", "color=never:detect_leaks=1:detect_stack_use_after_return=1"},
                         {"LSAN_OPTIONS", "leak_check_at_exit=0"},
                         {"UBSAN_OPTIONS", "print_stacktrace=0"}};
  const base::ProcessResult result = world.processes.run(request);
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
