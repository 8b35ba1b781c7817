// `forall reflect`: writes FORALL_STATE for a class, so that it is explored by its state without a change to its
// source.
#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <filesystem>
#include <memory>
#include <string>

#include "base/error.h"
#include "base/files.h"
#include "base/json_text.h"
#include "build/toolchain.h"
#include "cli/application.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "frontend/functions.h"
#include "frontend/state_plan.h"
#include "frontend/state_source.h"

namespace forall::cli {
namespace {

namespace fs = std::filesystem;

// How the #include names the header: as the user did, or, in a file, as seen from that file.
fs::path included_as(const ReflectOptions& options) {
  if (options.out.empty() || options.header.is_absolute()) return options.header;
  return fs::absolute(options.header)
      .lexically_normal()
      .lexically_relative(fs::absolute(options.out).lexically_normal().parent_path());
}

int reflect_main(const ReflectOptions& options, const Invocation& invocation) {
  if (!options.out.empty() && !options.force && base::system_files().exists(options.out))
    throw base::UserError(fmt::format("{} exists; --force overwrites it", options.out.string()));
  const build::Layout layout = build::find_layout();
  const frontend::Source header{options.header, build::target_compiler(),
                                build::native_flags(layout, {{}, invocation.compiler_flags})};
  const frontend::Functions& functions =
      frontend::load_functions(layout.plugin.parent_path() / "libforall_frontend.so");
  const frontend::StatePlan plan = frontend::plan_state(functions.read_class(header, options.name));
  const frontend::StateSourceOptions source{included_as(options), options.invariant};
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
