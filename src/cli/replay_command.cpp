// The commands that turn stored cases into native tests again: replay runs them and compares, emit writes them down.
#include <fmt/core.h>
#include <fnmatch.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/files.h"
#include "cli/application.h"
#include "cli/commands.h"
#include "cli/native.h"
#include "cli/options.h"
#include "cli/terminal.h"
#include "cli/toolchain.h"
#include "emit/emit.h"
#include "report/text.h"
#include "store/store.h"

namespace forall::cli {
namespace {

using nlohmann::json;

struct CaseOptions {
  ReadOptions read;
  std::vector<std::string> puts;
  std::filesystem::path out;
  std::filesystem::path work = ".forall/build";
  std::string compiler = "c++";
  Cover cover = Cover::Path;
};

std::vector<testcase::Result> load_chosen(const CaseOptions& options) {
  const auto store = store::open_existing(options.read.database);
  std::vector<testcase::Result> results;
  for (const auto& put : store->list()) {
    const auto matches = [&](const std::string& glob) { return fnmatch(glob.c_str(), put.name.c_str(), 0) == 0; };
    if (!options.puts.empty() && std::none_of(options.puts.begin(), options.puts.end(), matches)) continue;
    if (auto result = store->load(put.name)) results.push_back(std::move(*result));
  }
  if (results.empty()) {
    throw base::UserError(fmt::format("{} holds no PUT{}; run forall explore first", options.read.database,
                                      options.puts.empty() ? "" : " that matches --put"));
  }
  return results;
}

NativeSetting setting_for(const CaseOptions& options, const testcase::Put& put, const Invocation& invocation,
                          const Layout& layout) {
  if (!std::filesystem::exists(put.file)) {
    throw base::UserError(
        fmt::format("{}: error: no such file; run this in the folder in which {} was explored, or explore it again",
                    put.file, put.full_name()));
  }
  Sources sources;
  for (const auto& file : put.build.sources) sources.files.emplace_back(file);
  sources.flags = invocation.compiler_flags.empty() ? put.build.flags : invocation.compiler_flags;
  return {options.out, options.work, options.compiler, native_flags(layout, sources), sources.files};
}

int replay_main(const CaseOptions& options, const Invocation& invocation) {
  const Layout layout = find_layout();
  ProgressLine progress(!options.read.json);
  json all = json::array();
  bool failing = false;
  for (testcase::Result& result : load_chosen(options)) {
    const std::string name = result.put.full_name();
    if (result.cases.empty()) continue;
    const NativeSetting setting = setting_for(options, result.put, invocation, layout);
    progress.show(fmt::format("{}: replaying {} ...", name, report::counted(result.cases.size(), "case")));
    emit::name_cases(result.cases);
    write_tests(setting, result.put, result.cases, base::system_files());
    const std::string complaint = confirm_tests(setting, result.put, result.cases, base::system_processes());
    progress.clear();
    if (!complaint.empty()) {
      throw base::UserError(fmt::format("{}\n{}:{}: error: the stored cases of {} do not compile any more", complaint,
                                        result.put.file, result.put.line, name));
    }
    std::uint64_t same = 0, changed = 0, failed = 0;
    json changes = json::array();
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
  if (options.read.json) fmt::print("{}\n", json{{"puts", all}}.dump());
  return failing ? kRefuted : kSuccess;
}

int emit_main(const CaseOptions& options, const Invocation& invocation) {
  const Layout layout = find_layout();
  json all = json::array();
  for (testcase::Result& result : load_chosen(options)) {
    emit::name_cases(result.cases);
    std::vector<testcase::Case> cases;
    if (options.cover == Cover::Branch) {
      for (const std::size_t i : emit::smallest_branch_cover(result.cases)) cases.push_back(result.cases[i]);
    } else {
      cases = result.cases;
    }
    const auto file =
        write_tests(setting_for(options, result.put, invocation, layout), result.put, cases, base::system_files());
    all.push_back({{"name", result.put.full_name()}, {"file", file.string()}, {"tests", cases.size()}});
    if (!options.read.json) {
      fmt::print("{}: {} of {}\n", file.string(), report::counted(cases.size(), "test"), result.put.full_name());
    }
  }
  if (options.read.json) fmt::print("{}\n", json{{"files", all}}.dump());
  return kSuccess;
}

void add_case_options(CLI::App& app, CaseOptions& options) {
  add_read_options(app, options.read);
  app.add_option("--put", options.puts, "Only PUTs whose Suite.Name matches this pattern; may be repeated")
      ->option_text("GLOB");
}

}  // namespace

Action add_replay(CLI::App& app) {
  const auto options = std::make_shared<CaseOptions>();
  options->out = ".forall/replay";
  add_case_options(app, *options);
  add_compiler_option(app, options->compiler, "The ordinary compiler to build with");
  app.footer("Sources and flags are those of the exploration; flags behind `--` replace the recorded ones.");
  return [options](const Invocation& invocation) { return replay_main(*options, invocation); };
}

Action add_emit(CLI::App& app) {
  const auto options = std::make_shared<CaseOptions>();
  options->out = kDefaultOutput;
  add_case_options(app, *options);
  add_output_option(app, options->out);
  app.add_option("--format", "The form of the closed tests")
      ->check(CLI::IsMember({"gtest"}))
      ->option_text("gtest [gtest]");
  add_cover_option(app, options->cover);
  return [options](const Invocation& invocation) { return emit_main(*options, invocation); };
}

}  // namespace forall::cli
