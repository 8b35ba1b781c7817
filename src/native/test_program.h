// A GoogleTest program, run.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/world.h"

namespace forall::native {

struct TestRun {
  std::vector<std::string> tests;  // full names, or patterns of GoogleTest
  std::vector<std::pair<std::string, std::string>> environment;
  double seconds = 0;                // 0: no limit
  std::vector<std::string> checker;  // a program that runs it, with its options
  std::string tag = "all";           // tells the files of processes that run at the same time apart
};

struct TestRunResult {
  base::ProcessResult process;
  std::optional<std::string> report;  // none if the program did not come to its end
};

// Which tests run is passed in a flag file, since five thousand names do not fit on a command line. It and the report
// lie beside the program, and are gone afterwards.
TestRunResult run_tests(const std::filesystem::path& program, const TestRun& run, const base::World& world);

}  // namespace forall::native
