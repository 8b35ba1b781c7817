// forall replay: stored cases become native tests again, which are run and compared with what was recorded.
#include <fmt/core.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/files.h"
#include "cli/application.h"
#include "cli/commands.h"
#include "cli/native.h"
#include "cli/stored.h"
#include "cli/terminal.h"
#include "emit/emit.h"
#include "report/text.h"

namespace forall::cli {
namespace {

using nlohmann::json;

int replay_main(const StoredOptions& options, const Invocation& invocation) {
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

}  // namespace

Action add_replay(CLI::App& app) {
  const auto options = std::make_shared<StoredOptions>();
  options->out = ".forall/replay";
  add_stored_options(app, *options);
  add_compiler_option(app, options->compiler, "The ordinary compiler to build with");
  app.footer("Sources and flags are those of the exploration; flags behind `--` replace the recorded ones.");
  return [options](const Invocation& invocation) { return replay_main(*options, invocation); };
}

}  // namespace forall::cli
