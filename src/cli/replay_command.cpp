// forall replay: stored cases become native tests again, which are run and compared with what was recorded.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/json.h"
#include "base/world.h"
#include "cli/application.h"
#include "cli/commands.h"
#include "cli/stored.h"
#include "cli/terminal.h"
#include "cli/unknown_builds.h"
#include "emit/emit.h"
#include "native/compile.h"
#include "native/debug_program.h"
#include "native/line_hits.h"
#include "native/native_tests.h"
#include "native/sanitize.h"
#include "report/text.h"
#include "store/store.h"
#include "store/text.h"

namespace forall::cli {
namespace {

constexpr int kDebugVersion = 1;  // of the JSON of `forall replay --debug`

int replay_main(const StoredOptions& options, const Invocation& invocation) {
  const build::Layout layout = build::find_layout();
  ProgressLine progress(!options.read.json);
  nlohmann::json all = nlohmann::json::array();
  bool failing = false, is_broken = false;
  UnknownBuilds unknown;
  for (testcase::Result& result : load_chosen(options)) {
    const std::string name = result.put.full_name();
    if (result.cases.empty()) continue;
    const native::NativeSetting setting = setting_for(options, result.put, invocation, layout);
    progress.show(fmt::format("{}: replaying {} ...", name, report::counted(result.cases.size(), "case")));
    emit::name_cases(result.cases, result.put.enums);
    native::write_tests(setting, result.put, result.cases, base::system_files());
    const std::string complaint =
        native::confirm_tests(setting, result.put, result.cases, nullptr, base::system_world());
    progress.clear();
    if (!complaint.empty()) {
      is_broken = true;
      if (setting.sources.empty()) {
        unknown.add(result.put.file, name, native::first_complaint(complaint));
        continue;
      }
      fmt::print(stderr,
                 "{}\n{}:{}: error: the stored cases of {} no longer compile: if it has changed, run forall explore; "
                 "if it is gone, forall forget {}\n",
                 complaint, result.put.file, result.put.line, name, name);
      continue;
    }
    std::uint64_t same = 0, changed = 0, failed = 0;
    nlohmann::json changes = nlohmann::json::array();
    for (const auto& c : result.cases) {
      const bool differs = c.native != testcase::Case::Native::Confirmed;
      ++(differs ? changed : same);
      failed += !differs && testcase::refutes(c.outcome.kind);
      if (differs) changes.push_back({{"case", c.id}, {"name", c.name}, {"detail", c.native_detail}});
    }
    failing = failing || changed > 0 || failed > 0;
    if (options.read.json) {
      all.push_back({{"name", name}, {"same", same}, {"failing", failed}, {"changed", changed}, {"changes", changes}});
      continue;
    }
    fmt::print("{} {}: {} as recorded", changed + failed == 0 ? "✓" : "✗", name, report::counted(same, "case"));
    if (failed > 0) fmt::print(", {} of them failing", failed);
    if (changed > 0) fmt::print(", {} changed", changed);
    fmt::print("\n");
    for (const auto& change : changes) {
      fmt::print("    {}: {}\n", change["name"].get<std::string>(), change["detail"].get<std::string>());
    }
  }
  if (options.read.json) fmt::print("{}\n", base::json_text(nlohmann::json{{"puts", all}}));
  fmt::print(stderr, "{}", unknown.text());
  if (is_broken) return kError;
  return failing ? kRefuted : kSuccess;
}

// The PUTs that are built of the same sources are one program.
std::map<std::vector<std::string>, std::vector<const testcase::Result*>> by_program(
    const std::vector<testcase::Result>& results, const std::vector<std::filesystem::path>& given) {
  std::map<std::vector<std::string>, std::vector<const testcase::Result*>> programs;
  for (const testcase::Result& result : results) {
    std::vector<std::string> key(given.begin(), given.end());
    if (given.empty()) key = result.put.build.sources;
    if (key.empty()) key.push_back(result.put.file);
    key.emplace_back();  // between sources and flags
    key.insert(key.end(), result.put.build.flags.begin(), result.put.build.flags.end());
    if (!result.cases.empty()) programs[key].push_back(&result);
  }
  return programs;
}

// Hands each program, with the names of its PUTs, to `run`.
template <typename F>
void each_program(const StoredOptions& options, const Invocation& invocation, const char* doing, F run) {
  const build::Layout layout = build::find_layout();
  ProgressLine progress(!options.read.json);
  const std::vector<testcase::Result> results = load_chosen(options);
  for (const auto& [key, of_program] : by_program(results, options.sources)) {
    native::NativeSetting setting = setting_for(options, of_program.front()->put, invocation, layout);
    if (setting.sources.empty()) setting.sources.emplace_back(of_program.front()->put.file);
    std::vector<std::string> puts;
    for (const testcase::Result* result : of_program) puts.push_back(result->put.full_name());
    progress.show(fmt::format("{}: {} ...", setting.sources.front().string(), doing));
    run(setting, layout, puts, progress);
  }
}

nlohmann::json findings_json(const std::vector<native::SanitizedCase>& cases, const std::string& put) {
  nlohmann::json findings = nlohmann::json::array(), changes = nlohmann::json::array();
  std::uint64_t count = 0, failing = 0;
  for (const native::SanitizedCase& c : cases) {
    if (c.put != put) continue;
    ++count;
    failing += c.has_failed ? 1U : 0U;
    if (!c.finding.empty()) findings.push_back({{"name", c.name}, {"place", c.place}, {"text", c.finding}});
    if (!c.change.empty()) changes.push_back({{"name", c.name}, {"detail", c.change}});
  }
  return {
      {"name", put},       {"cases", count}, {"failing", failing}, {"findings", findings}, {"changed", changes.size()},
      {"changes", changes}};
}

void print_findings(const nlohmann::json& put) {
  const auto failing = put["failing"].get<std::uint64_t>();
  fmt::print("{} {}: {} under sanitizers", failing > 0 ? "✗" : "✓", put["name"].get<std::string>(),
             report::counted(put["cases"].get<std::uint64_t>(), "case"));
  if (failing > 0) fmt::print(", {} of them failing", failing);
  if (!put["findings"].empty()) fmt::print(", {}", report::counted(put["findings"].size(), "finding"));
  if (!put["changes"].empty()) fmt::print(", {} changed", put["changes"].size());
  fmt::print("\n");
  for (const auto& finding : put["findings"]) {
    const auto place = finding["place"].get<std::string>();
    fmt::print("    {}: {}{}{}\n", finding["name"].get<std::string>(), place, place.empty() ? "" : ": ",
               finding["text"].get<std::string>());
  }
  for (const auto& change : put["changes"]) {
    fmt::print("    {}: {}\n", change["name"].get<std::string>(), change["detail"].get<std::string>());
  }
}

int sanitize_main(const StoredOptions& options, const std::vector<std::string>& sanitizers,
                  const Invocation& invocation) {
  nlohmann::json all = nlohmann::json::array();
  bool failing = false;
  each_program(options, invocation, "building and running with sanitizers",
               [&](const native::NativeSetting& setting, const build::Layout& layout,
                   const std::vector<std::string>& puts, ProgressLine& progress) {
                 const auto cases = native::run_sanitized(setting, layout, options.read.database, puts, sanitizers,
                                                          base::system_world());
                 progress.clear();
                 for (const std::string& put : puts) {
                   all.push_back(findings_json(cases, put));
                   failing = failing || all.back()["failing"].get<std::uint64_t>() > 0;
                   if (!options.read.json) print_findings(all.back());
                 }
               });
  if (options.read.json) fmt::print("{}\n", base::json_text(nlohmann::json{{"puts", all}}));
  return failing ? kRefuted : kSuccess;
}

int count_lines_main(const StoredOptions& options, const std::string& file, const Invocation& invocation) {
  std::string tracefile;
  each_program(options, invocation, "counting lines",
               [&](const native::NativeSetting& setting, const build::Layout& layout,
                   const std::vector<std::string>& puts, ProgressLine& progress) {
                 tracefile += native::measure_lines(setting, layout, options.read.database, puts, base::system_world());
                 progress.clear();
               });
  base::system_files().write(file, tracefile);
  if (!options.read.json) fmt::print("{}   (forall report --html FILE --line-hits {})\n", file, file);
  return kSuccess;
}

// How to run one case under a debugger.
int debug_main(const StoredOptions& options, std::int64_t id, const Invocation& invocation) {
  const auto store = store::open_existing(place_of_cases(options.read.database));
  const auto stored = store->find_case(id);
  const auto put = stored ? store->find_put(stored->put) : std::nullopt;
  if (!put) throw base::UserError(fmt::format("no case {} in {}", id, store::without_passwords(options.read.database)));
  const native::NativeSetting setting = setting_for(options, *put, invocation, build::find_layout());
  const native::DebugProgram made = native::debug_program(setting, *put, *stored, base::system_world());
  if (options.read.json) {
    fmt::print("{}\n", base::json_text(nlohmann::ordered_json{{"version", kDebugVersion},
                                                              {"put", put->full_name()},
                                                              {"case", id},
                                                              {"name", stored->name},
                                                              {"program", made.program.string()},
                                                              {"arguments", made.arguments},
                                                              {"folder", std::filesystem::current_path().string()},
                                                              {"test", made.test.string()},
                                                              {"file", put->file},
                                                              {"line", put->line}}));
  } else {
    fmt::print("{} '{}'\n", made.program.string(), fmt::join(made.arguments, "' '"));
  }
  return kSuccess;
}

}  // namespace

Action add_replay(CLI::App& app) {
  const auto options = std::make_shared<ReplayOptions>();
  options->out = ".forall/replay";
  add_replay_options(app, *options);
  return [options](const Invocation& invocation) {
    for (const std::string& name : options->named) {
      if (std::filesystem::is_regular_file(name)) {
        options->sources.emplace_back(name);
      } else {
        options->puts.push_back(name);
      }
    }
    if (options->debugged != 0) return debug_main(*options, options->debugged, invocation);
    if (!options->line_hits.empty()) return count_lines_main(*options, options->line_hits, invocation);
    if (!options->has_sanitizers) return replay_main(*options, invocation);
    return sanitize_main(*options, native::parse_sanitizers(options->sanitizers), invocation);
  };
}

}  // namespace forall::cli
