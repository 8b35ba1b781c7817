// `forall mock`: writes the class of a mock for an interface, so that tests can take it as a parameter.
#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files.h"
#include "build/toolchain.h"
#include "cli/application.h"
#include "cli/commands.h"
#include "cli/options.h"
#include "frontend/functions.h"
#include "frontend/mock_source.h"

namespace forall::cli {
namespace {

namespace fs = std::filesystem;

// How the #include names the header: as the user did, or, in a file, as seen from that file.
fs::path included_as(const MockOptions& options) {
  if (options.out.empty() || options.header.is_absolute()) return options.header;
  return fs::absolute(options.header)
      .lexically_normal()
      .lexically_relative(fs::absolute(options.out).lexically_normal().parent_path());
}

int mock_main(const MockOptions& options, const Invocation& invocation) {
  if (!options.out.empty() && !options.force && base::system_files().exists(options.out))
    throw base::UserError(fmt::format("{} exists; --force overwrites it", options.out.string()));
  const build::Layout layout = build::find_layout();
  const frontend::Source header{options.header, build::target_compiler(),
                                build::native_flags(layout, {{}, invocation.compiler_flags})};
  const frontend::Functions& functions =
      frontend::load_functions(layout.plugin.parent_path() / "libforall_frontend.so");
  const std::vector<frontend::ClassModel> interfaces = functions.read_classes(header, options.names);
  for (const frontend::ClassModel& each : interfaces) frontend::require_mockable(each);
  const std::string source = frontend::mock_source(interfaces, included_as(options));
  if (options.out.empty()) {
    fmt::print("{}", source);
  } else {
    base::system_files().write(options.out, source);
  }
  return kSuccess;
}

}  // namespace

Action add_mock(CLI::App& app) {
  const auto options = std::make_shared<MockOptions>();
  add_mock_options(app, *options);
  return [options](const Invocation& invocation) { return mock_main(*options, invocation); };
}

}  // namespace forall::cli
