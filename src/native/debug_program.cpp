#include "native/debug_program.h"

#include <fmt/format.h>

#include "base/error.h"
#include "emit/suites.h"
#include "native/compile.h"
#include "native/watch.h"

namespace forall::native {

namespace fs = std::filesystem;

DebugProgram debug_program(const NativeSetting& setting, const testcase::Put& put, const testcase::Case& stored,
                           const base::World& world) {
  if (!emit::is_emitted(stored)) {
    throw base::UserError(fmt::format("case {} of {} has no test: its run was {}", stored.id, put.full_name(),
                                      testcase::to_string(stored.outcome.kind)));
  }
  NativeSetting own = setting;
  own.out = own.build = setting.build / "debug" / std::to_string(stored.id);
  own.format = emit::Format::Gtest;
  DebugProgram result;
  result.test = fs::absolute(write_tests(own, put, {stored}, world.files));
  result.program = fs::absolute(own.build / "program");
  const bool breaks_algorithm = stored.outcome.detail == testcase::OutcomeDetail::Algorithm;
  const Watch watch = breaks_algorithm ? Watch::Algorithms : Watch::Checks;
  ProgramSource source{
      setting.compiler, setting.flags, checks_of(watch, setting.include), {result.test.string()}, {}, {}};
  source.flags.emplace_back("-g");
  const fs::path own_source = fs::weakly_canonical(put.file);
  for (const fs::path& file : setting.sources) {
    if (fs::weakly_canonical(file) != own_source) source.files.push_back(file.string());
  }
  const auto text = world.files.read(result.test);
  if (text && text->find("<gmock/gmock.h>") != std::string::npos) source.libraries.emplace_back("-lgmock");
  const Compiled compiled = compile_program(source, result.program, world);
  if (!compiled.is_made) {
    throw base::UserError(
        fmt::format("{}\n{}: error: case {} of {} does not compile; if the test has changed, run forall explore",
                    complaint_of(compiled), result.test.string(), stored.id, put.full_name()));
  }
  result.arguments = {fmt::format("--gtest_filter={}.{}", emit::suite_name(put, stored), emit::test_name(stored, 0)),
                      "--gtest_break_on_failure", "--gtest_catch_exceptions=0"};
  return result;
}

}  // namespace forall::native
