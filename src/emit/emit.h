// Case -> closed GoogleTest source, and its native confirmation.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/process.h"
#include "testcase/records.h"

namespace forall::emit {

// Gives every case a name that says what it is about (outcome and distinguishing condition), unique in the list, valid
// as a GoogleTest name, stable for equal lists.
void name_cases(std::vector<testcase::Case>& cases);

// Indices of the smallest subset of the cases that covers every branch direction all of them cover; refuting cases
// always stay.
std::vector<std::size_t> smallest_branch_cover(const std::vector<testcase::Case>& cases);

struct SourceOptions {
  std::string include;  // the test's source as the emitted file includes it (relative to it)
};
// The text of a closed test file: deterministic, so that equal cases give equal bytes.
std::string gtest_source(const testcase::Put& put, const std::vector<testcase::Case>& cases,
                         const SourceOptions& options);

struct ConfirmOptions {
  std::string compiler = "c++";
  std::vector<std::string> flags;    // the user's (-Iinclude -std=c++20) and ours (-I<forall include>)
  std::vector<std::string> sources;  // other sources under test, compiled in
  std::filesystem::path build_directory;
  double test_seconds = 10;  // one test may take
};
struct ConfirmReport {
  bool compiled = false;
  std::string compiler_output;
};
// Compiles the emitted file with the run-time checks on, runs every test and sets Case::native / native_detail by
// comparing what happened with the case's outcome. The cases are those of the file, in its order.
ConfirmReport confirm(const std::filesystem::path& file, const testcase::Put& put, std::vector<testcase::Case>& cases,
                      const ConfirmOptions& options, base::Processes& processes);

}  // namespace forall::emit
