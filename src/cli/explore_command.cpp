#include "cli/explore_command.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include "base/error.h"
#include "base/near_path.h"
#include "base/world.h"
#include "build/compile_commands.h"
#include "build/precompiled_header.h"
#include "cli/application.h"
#include "cli/before.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/listeners.h"
#include "cli/live.h"
#include "cli/options.h"
#include "cli/page.h"
#include "cli/terminal.h"
#include "program/code.h"
#include "report/compare.h"
#include "report/report.h"
#include "report/text.h"
#include "session/session.h"
#include "store/text.h"
#include "target/target.h"

namespace forall::cli {

using session::FailedPut;
using session::SessionResult;

namespace {

// Proved about code that no longer exists: nobody should take this for a proof.
bool rests_on_stale_axioms(const testcase::Result& result) {
  return result.verdict == testcase::VerdictKind::Proved &&
         std::any_of(result.axioms.begin(), result.axioms.end(), [](const testcase::UsedAxiom& axiom) {
           return axiom.standing == testcase::UsedAxiom::Standing::Stale;
         });
}

// With earlier results, what was known then is no reason to fail.
int exit_code(const SessionResult& session, bool strict, const std::optional<report::Comparison>& comparison) {
  if (!session.failed.empty()) return kError;
  const auto& results = session.results;
  const auto any = [&](testcase::VerdictKind kind) {
    return std::any_of(results.begin(), results.end(), [&](const auto& r) { return r.verdict == kind; });
  };
  if (comparison ? comparison->is_worse() : any(testcase::VerdictKind::Refuted)) return kRefuted;
  if (std::any_of(results.begin(), results.end(), rests_on_stale_axioms)) return kOpen;
  return strict && any(testcase::VerdictKind::Open) ? kOpen : kSuccess;
}

// Beside the folder of the database. Who wants cases as text makes that folder.
std::filesystem::path usual_cases(const std::string& database) {
  const std::filesystem::path own = std::filesystem::path(database).parent_path();
  const std::filesystem::path cases =
      own.filename() == session::kOwnFolder ? own.parent_path() / session::kDefaultCases : session::kDefaultCases;
  return std::filesystem::is_directory(cases) ? cases : std::filesystem::path();
}

// The sources and flags that the build has for the names given; flags of the command line come after its own.
void resolve(ExploreOptions& options, std::vector<std::string>& flags) {
  const build::Sources sources = build::sources_of(options.build_folder, options.inputs, base::system_world());
  options.inputs.clear();
  const std::filesystem::path here = std::filesystem::current_path();
  for (const auto& file : sources.files) {
    const std::string relative = file.lexically_relative(here).string();
    options.inputs.push_back(relative.empty() || relative.starts_with("..") ? file.string() : relative);
  }
  flags.insert(flags.begin(), sources.flags.begin(), sources.flags.end());
}

session::Events::Listener listener_for(const ExploreOptions& options, const report::Style& style) {
  if (options.json) return [](const session::Event&) {};
  if (options.diagnostics) {
    return [](const session::Event& event) {
      if (const auto* finished = std::get_if<session::PutFinished>(&event))
        fmt::print("{}", report::diagnostics_text(finished->result));
    };
  }
  if (options.events) {
    return [](const session::Event& event) {
      fmt::print("{}\n", event_line(event));
      std::fflush(stdout);
    };
  }
  const auto terminal = std::make_shared<TerminalListener>(style, !options.quiet);
  return [terminal](const session::Event& event) { (*terminal)(event); };
}

// The same error, such as a full disk, is reported once.
void print_errors(const std::vector<FailedPut>& failed) {
  std::map<std::string, std::vector<std::string>> names;
  for (const FailedPut& put : failed) names[error_text(put.error)].push_back(put.name);
  for (const auto& [text, puts] : names)
    fmt::print(stderr, "{}\n  without a result: {}\n", text, fmt::join(puts, ", "));
}

ExploreRun explore_and_report(ExploreOptions options, std::vector<std::string> flags, const std::atomic<bool>& stop,
                              const session::Events::Listener& also) {
  if (options.json && options.events) throw base::UserError("--json and --events cannot both be given");
  if (options.diagnostics && (options.json || options.events))
    throw base::UserError("--diagnostics cannot be given with --json or --events");
  const bool is_one_search = options.engine.solver.audit || options.engine.strategy != explore::Strategy::DepthFirst;
  if (options.distributed && is_one_search)
    throw base::UserError(
        "--distributed divides a depth-first search: leave out --audit and --strategy, or --distributed");
  if (!options.build_folder.empty()) resolve(options, flags);
  session::check_inputs(options, base::system_files());
  options.engine.solver.audit_folder = options.out;
  if (options.cases.empty()) options.cases = usual_cases(options.database);
  const std::string earlier = options.against.empty() ? std::string() : read_earlier(options.against);
  options.precompiled = build::precompiled_headers();
  const report::Style style = terminal_style();
  const session::Outside outside{base::system_world(), build::find_layout(), target::start_target, program::read_code};
  const session::Events::Listener reported = listener_for(options, style);
  Before before(options.database);
  const SessionResult session =
      session::explore_session(outside, options, flags, stop, [&](const session::Event& event) {
        if (const auto* started = std::get_if<session::SessionStarted>(&event)) before.read(started->puts);
        reported(event);
        if (also) also(event);
      });
  try {
    before.keep(session.results);
  } catch (const base::UserError& error) {  // no reason to lose the results
    fmt::print(stderr, "{}\n", error.what());
  }
  print_errors(session.failed);
  for (const native::UncompiledTests& tests : session.uncompiled) {
    fmt::print(stderr,
               "{}\n{}: warning: the closed tests of {} do not compile; its cases were run natively without them\n",
               tests.output, tests.file.string(), tests.put);
  }
  std::optional<report::Comparison> comparison;
  if (!options.against.empty()) comparison = compare_with(options.against, earlier, session.results);
  const ExploreRun run{exit_code(session, options.strict, comparison), session.dependencies};
  if (options.events || options.diagnostics) return run;
  if (options.json) {
    fmt::print("{}\n", report::results_json(session.results, session.times, comparison ? &*comparison : nullptr));
    return run;
  }
  fmt::print("{}", session.results.size() > report::kManyPuts ? report::totals_text(session.results)
                                                              : report::summary_text(session.results, style));
  if (comparison) fmt::print("{}", report::comparison_text(*comparison, options.against.string(), style));
  fmt::print("\n{}\n", report::times_text(session.times));
  if (!session.files.empty()) {
    fmt::print("closed tests: {}/ ({})\n", base::near_path(options.out.string()),
               report::counted(session.files.size(), "file"));
  }
  if (!options.cases.empty())
    fmt::print("cases as text, to be committed: {}/\n", base::near_path(options.cases.string()));
  const bool is_server = options.database.find("://") != std::string::npos;
  fmt::print("cases: {}   (forall list, show, tree, replay)\n",
             is_server ? store::without_passwords(options.database) : base::near_path(options.database));
  if (!session.gone.empty()) {
    fmt::print("stored, but no longer in the sources: {}   (forall forget)\n", fmt::join(session.gone, ", "));
  }
  if (stop) fmt::print("interrupted: what was found until then is kept\n");
  return run;
}

}  // namespace

ExploreRun explore_once(const ExploreOptions& options, const std::vector<std::string>& flags,
                        const std::atomic<bool>& stop, const session::Events::Listener& also) {
  try {
    return explore_and_report(options, flags, stop, also);
  } catch (const std::exception&) {
    if (options.events && !stop) {
      fmt::print("{}\n", failed_line(error_text(std::current_exception())));
      std::fflush(stdout);
    }
    throw;
  }
}

Action add_explore(CLI::App& app) {
  const auto options = std::make_shared<ExploreOptions>();
  add_explore_options(app, *options);
  add_live_option(app, options->live);
  return [options](const Invocation& invocation) {
    if (options->live) return explore_live(*options, invocation.compiler_flags);
    const std::atomic<bool>& stop = stop_on_interrupt();
    try {
      const int code = explore_once(*options, invocation.compiler_flags, stop).exit_code;
      return stop ? code_of_interrupt() : code;
    } catch (const base::UserError&) {
      if (!stop) throw;
      fmt::print(stderr, "forall: interrupted before anything was found\n");  // a compiler that was killed, mostly
      return code_of_interrupt();
    }
  };
}

}  // namespace forall::cli
