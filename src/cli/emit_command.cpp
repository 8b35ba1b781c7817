// forall emit: stored cases are written down as closed tests.
#include <fmt/core.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/json.h"
#include "cli/application.h"
#include "cli/commands.h"
#include "cli/stored.h"
#include "emit/emit.h"
#include "native/native_tests.h"
#include "report/text.h"

namespace forall::cli {
namespace {

using nlohmann::json;

int emit_main(const EmitOptions& options, const Invocation& invocation) {
  const build::Layout layout = build::find_layout();
  // Cases as text were chosen when they were written.
  const bool is_chosen = std::filesystem::is_directory(place_of_cases(options.stored.read.database));
  json all = json::array();
  std::vector<testcase::Result> results = load_chosen(options.stored);
  std::vector<const testcase::Put*> puts;
  for (const auto& result : results) puts.push_back(&result.put);
  native::check_tests(options.stored.out, puts, options.format, base::system_files());
  for (testcase::Result& result : results) {
    emit::name_cases(result.cases, result.put.enums);
    std::vector<testcase::Case> cases;
    if (options.cover == Cover::Branch && !is_chosen) {
      std::vector<std::size_t> chosen = emit::smallest_branch_cover(result.cases);
      if (options.all_failures) chosen = emit::with_all_failures(std::move(chosen), result.cases);
      for (const std::size_t i : chosen) cases.push_back(result.cases[i]);
    } else {
      cases = result.cases;
    }
    native::NativeSetting setting = setting_for(options.stored, result.put, invocation, layout);
    setting.format = options.format;
    setting.mocks = options.mocks;
    setting.usual_out = session::kDefaultOutput;
    if (options.cover == Cover::Branch && !options.all_failures)
      native::fit_cases(options.max_lines, setting, result.put, cases);
    const auto file = native::write_tests(setting, result.put, cases, base::system_files());
    all.push_back({{"name", result.put.full_name()}, {"file", file.string()}, {"tests", cases.size()}});
    if (!options.stored.read.json) {
      fmt::print("{}: {} of {}{}\n", file.string(), report::counted(cases.size(), "test"), result.put.full_name(),
                 setting.left_out > 0 ? fmt::format(" ({} more: --max-lines 0)", setting.left_out) : "");
    }
  }
  if (options.stored.read.json) fmt::print("{}\n", base::json_text(json{{"files", all}}));
  return kSuccess;
}

}  // namespace

Action add_emit(CLI::App& app) {
  const auto options = std::make_shared<EmitOptions>();
  options->stored.out = kDefaultOutput;
  add_emit_options(app, *options);
  return [options](const Invocation& invocation) { return emit_main(*options, invocation); };
}

}  // namespace forall::cli
