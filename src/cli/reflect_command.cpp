// `forall reflect`: writes FORALL_STATE for a class, so that it is explored by its state without a change to its
// source.
#include <fmt/core.h>

#include <memory>
#include <string>

#include "base/files.h"
#include "base/json.h"
#include "cli/application.h"
#include "cli/commands.h"
#include "cli/front_end.h"
#include "cli/options.h"
#include "frontend/state_plan.h"
#include "frontend/state_source.h"

namespace forall::cli {
namespace {

int reflect_main(const ReflectOptions& options, const Invocation& invocation) {
  require_new(options.out, options.force);
  const build::Layout layout = build::find_layout();
  const frontend::Source header = source_of(options.header, layout, invocation);
  const frontend::StatePlan plan = frontend::plan_state(front_end(layout).read_class(header, options.name));
  const frontend::StateSourceOptions source{included_as(options.header, options.out), options.invariant};
  if (!options.out.empty()) base::system_files().write(options.out, frontend::state_source(plan, source));
  if (options.json) {
    fmt::print("{}\n", base::json_text(frontend::state_json(plan, source)));
  } else if (options.out.empty()) {
    fmt::print("{}", frontend::state_source(plan, source));
  }
  return kSuccess;
}

}  // namespace

Action add_reflect(CLI::App& app) {
  const auto options = std::make_shared<ReflectOptions>();
  add_reflect_options(app, *options);
  return [options](const Invocation& invocation) { return reflect_main(*options, invocation); };
}

}  // namespace forall::cli
