// `forall skeleton`: writes the beginnings of a PUT for a function.
#include <fmt/core.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "base/json.h"
#include "cli/application.h"
#include "cli/commands.h"
#include "cli/front_end.h"
#include "cli/options.h"
#include "frontend/put_source.h"

namespace forall::cli {
namespace {

int skeleton_main(const SkeletonOptions& options, const Invocation& invocation) {
  require_new(options.out, options.force);
  const build::Layout layout = build::find_layout();
  const frontend::FunctionModel function =
      front_end(layout).read_function(source_of(options.file, layout, invocation), options.line);
  const frontend::PutSkeleton skeleton = frontend::put_skeleton(function, included_as(options.file, options.out));
  if (!options.out.empty()) base::system_files().write(options.out, skeleton.source);
  if (options.json) {
    const nlohmann::ordered_json json = {
        {"version", 1},          {"function", function.qualified}, {"suite", skeleton.suite},
        {"name", skeleton.name}, {"test", skeleton.test},          {"source", skeleton.source}};
    fmt::print("{}\n", base::json_text(json));
  } else if (options.out.empty()) {
    fmt::print("{}", skeleton.source);
  }
  return kSuccess;
}

}  // namespace

Action add_skeleton(CLI::App& app) {
  const auto options = std::make_shared<SkeletonOptions>();
  add_skeleton_options(app, *options);
  return [options](const Invocation& invocation) { return skeleton_main(*options, invocation); };
}

}  // namespace forall::cli
