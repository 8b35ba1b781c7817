#include <fmt/core.h>

#include <algorithm>
#include <memory>

#include "cli/application.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/session.h"
#include "cli/terminal.h"
#include "report/report.h"
#include "report/text.h"

namespace forall::cli {
namespace {

int exit_code(const std::vector<testcase::Result>& results, bool strict) {
  const auto any = [&](testcase::VerdictKind kind) {
    return std::any_of(results.begin(), results.end(), [&](const auto& r) { return r.verdict == kind; });
  };
  if (any(testcase::VerdictKind::Refuted)) return kRefuted;
  return strict && any(testcase::VerdictKind::Open) ? kOpen : kSuccess;
}

int explore_main(const ExploreOptions& options, const Invocation& invocation) {
  const std::atomic<bool>& stop = stop_on_interrupt();
  const report::Style style = terminal_style();
  const SessionResult session =
      explore_session(options, invocation.compiler_flags, stop, [&](const testcase::Result& result) {
        if (options.json) return;
        fmt::print("{}", report::put_text(result, style));
        std::fflush(stdout);
      });
  if (options.json) {
    fmt::print("{}\n", report::results_json(session.results, session.compile_seconds, session.confirm_seconds));
    return exit_code(session.results, options.strict);
  }
  fmt::print("{}", report::summary_text(session.results, style));
  fmt::print("\ncompiled in {:.1f} s", session.compile_seconds);
  if (session.confirm_seconds > 0) fmt::print(", closed tests confirmed natively in {:.1f} s", session.confirm_seconds);
  fmt::print("\n");
  if (!session.files.empty()) {
    fmt::print("closed tests: {}/ ({})\n", options.out.string(), report::counted(session.files.size(), "file"));
  }
  fmt::print("cases: {}   (forall list, show, tree, replay)\n", options.database);
  if (stop) fmt::print("interrupted: what was found until then is kept\n");
  return exit_code(session.results, options.strict);
}

}  // namespace

Action add_explore(CLI::App& app) {
  const auto options = std::make_shared<ExploreOptions>();
  add_explore_options(app, *options);
  return [options](const Invocation& invocation) { return explore_main(*options, invocation); };
}

}  // namespace forall::cli
