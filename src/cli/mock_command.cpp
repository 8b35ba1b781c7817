// `forall mock`: writes the class of a mock for an interface, so that tests can take it as a parameter.
#include <fmt/core.h>

#include <memory>
#include <string>
#include <vector>

#include "base/files.h"
#include "cli/application.h"
#include "cli/commands.h"
#include "cli/front_end.h"
#include "cli/options.h"
#include "frontend/mock_source.h"

namespace forall::cli {
namespace {

int mock_main(const MockOptions& options, const Invocation& invocation) {
  require_new(options.out, options.force);
  const build::Layout layout = build::find_layout();
  const frontend::Source header = source_of(options.header, layout, invocation);
  std::vector<frontend::ClassModel> interfaces;
  std::string definitions;
  if (options.is_concept) {
    for (const std::string& name : options.names) {
      interfaces.push_back(front_end(layout).read_concept(header, name));
      definitions += frontend::concept_interface(interfaces.back());
    }
  } else {
    interfaces = front_end(layout).read_classes(header, options.names);
    for (const frontend::ClassModel& each : interfaces) frontend::require_mockable(each);
  }
  const std::string source = frontend::mock_source(interfaces, included_as(options.header, options.out), definitions);
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
