#include "cli/spec_driver.h"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "base/error.h"
#include "base/files.h"
#include "base/process.h"
#include "build/toolchain.h"
#include "cli/front_end.h"
#include "cli/gtest_program.h"
#include "frontend/functions.h"
#include "spec/driver.h"
#include "spec/driver_errors.h"
#include "spec/explored.h"
#include "spec/puts_source.h"

namespace forall::cli {
namespace {

namespace fs = std::filesystem;

spec::ClassInterface read_interface(const SpecOptions& options, const Invocation& invocation,
                                    const build::Layout& layout) {
  if (options.class_name.empty()) throw base::UserError("--class names the class under test");
  if (options.header.empty())  // a type of the standard library, or one that the map section includes
    return {options.class_name, {}, true};
  const frontend::Source header{options.header, build::target_compiler(),
                                build::native_flags(layout, {{}, invocation.compiler_flags})};
  const frontend::ClassModel model = front_end(layout).read_class(header, options.class_name);
  spec::ClassInterface interface;
  interface.name = model.name;
  for (const frontend::Method& method : model.methods) {
    if (method.access == frontend::Access::Public)
      interface.methods.push_back({method.name, method.parameters.size(), method.result, method.is_const});
  }
  interface.has_bases = !model.library_bases.empty() ||
                        std::any_of(model.members.begin(), model.members.end(), [&](const frontend::Member& m) {
                          return m.declared_in != model.name && m.declared_in != model.spelling;
                        });
  return interface;
}

spec::DriverOptions driver_options(const SpecOptions& options) {
  return {options.header.empty() ? "" : fs::absolute(options.header).lexically_normal().string(), options.equality,
          options.depth};
}

// The messages of one test, from GoogleTest's output.
std::string message_of(const std::string& output, const std::string& test) {
  const std::size_t begin = output.find("[ RUN      ] " + test + "\n");
  const std::size_t end = output.find("[  FAILED  ] " + test, begin);
  if (begin == std::string::npos || end == std::string::npos) return "";
  const std::size_t first = output.find("\n  first:", begin);
  return first < end ? output.substr(first + 1, end - first - 1) : output.substr(begin, end - begin);
}

}  // namespace

std::vector<FailedCase> run_cases(const SpecOptions& options, const spec::Specification& specification,
                                  const std::vector<spec::Case>& cases, const Invocation& invocation) {
  if (cases.empty()) return {};
  const build::Layout layout = build::find_layout();
  const spec::ClassInterface interface = read_interface(options, invocation, layout);
  const fs::path source = options.out.empty()
                              ? fs::path(kDefaultOutput) / (specification.file.stem().string() + "_spec_test.cpp")
                              : options.out;
  if (source.has_parent_path()) base::system_files().create_directories(source.parent_path());
  const std::string code = spec::driver_source(specification, interface, cases, driver_options(options));
  base::system_files().write(source, code);
  const fs::path program = fs::absolute(source).replace_extension("");
  const base::ProcessResult compiled =
      make_gtest_program(layout, options.compiler, source, program, invocation.compiler_flags);
  if (!compiled.ok()) {
    const std::string why = spec::explained_error(specification, interface, code, source.string(), compiled.output);
    throw base::UserError(
        !why.empty() ? why : fmt::format("the driver {} does not compile:\n{}", source.string(), compiled.output));
  }
  const base::ProcessResult run =
      base::system_processes().run({.command = {program.string()}, .seconds = options.seconds});
  std::vector<FailedCase> failed;
  bool stopped = false;
  for (std::size_t i = 0; i < cases.size() && !stopped; ++i) {
    const std::string test = fmt::format("{}Spec.Case{}", specification.name, i + 1);
    if (run.output.find("[       OK ] " + test + " (") != std::string::npos) continue;
    std::string text = spec::cases_text(specification, {cases[i]});
    text.pop_back();
    stopped =
        run.output.find("[  FAILED  ] " + test + " (") == std::string::npos;  // it is not known what comes after it
    failed.push_back(
        {text, stopped ? fmt::format("  the program {} in this case\n", run.timed_out ? "did not end" : "crashed")
                       : message_of(run.output, test)});
  }
  return failed;
}

std::string puts_of(const SpecOptions& options, const spec::Specification& specification,
                    const Invocation& invocation) {
  const build::Layout layout = build::find_layout();
  return spec::puts_source(specification, read_interface(options, invocation, layout), driver_options(options));
}

std::string sequences_source(const SpecOptions& options, const spec::Specification& specification,
                             const std::vector<std::vector<spec::Shape>>& shapes, const Invocation& invocation) {
  const build::Layout layout = build::find_layout();
  return spec::explored_source(specification, read_interface(options, invocation, layout), shapes,
                               driver_options(options));
}

}  // namespace forall::cli
