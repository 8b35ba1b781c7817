#include "native/test_program.h"

#include <utility>

#include "native/report_places.h"

namespace forall::native {

TestRunResult run_tests(const std::filesystem::path& program, const TestRun& run, const base::World& world) {
  const std::string stem = program.string() + "." + run.tag;
  const std::string flags = stem + ".flags", report = stem + ".json";
  std::string filter = "--gtest_filter=";
  for (const std::string& name : run.tests) filter += (filter.back() == '=' ? "" : ":") + name;
  world.files.write(flags, filter + "\n");
  world.files.remove(report);
  base::ProcessRequest request;
  request.command = run.checker;
  for (const std::string& word :
       {program.string(), "--gtest_flagfile=" + flags, "--gtest_output=json:" + report, std::string("--gtest_color=no"),
        std::string("--gtest_catch_exceptions=1"), std::string("--gtest_break_on_failure=0"),
        std::string("--gtest_shuffle=0"), std::string("--gtest_repeat=1")}) {
    request.command.push_back(word);
  }
  request.environment = run.environment;
  request.seconds = run.seconds;
  TestRunResult result;
  result.process = world.processes.run(request);
  result.process.output = with_places(std::move(result.process.output), program, world.processes);
  result.report = world.files.read(report);
  world.files.remove(flags);
  world.files.remove(report);
  return result;
}

}  // namespace forall::native
