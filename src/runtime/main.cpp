// The main function of a target: answers an explorer, or runs the tests as GoogleTest does. Targets are linked with
// --wrap=main, so that the program begins here even if the tests, or gtest_main, define a main: that one is linked but
// never called.
//
// RUN_ALL_TESTS sets up the global environments. An explorer does not call it, and GoogleTest has no way to list them,
// so the function that registers them is wrapped too.
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <exception>
#include <string>
#include <vector>

#include "forall/engine.h"

extern "C" int __wrap_main(int argc, char** argv);

// UnitTest::AddEnvironment; `this` is the first argument.
testing::Environment* add_environment(testing::UnitTest* tests, testing::Environment* environment) __asm__(
    "__wrap__ZN7testing8UnitTest14AddEnvironmentEPNS_11EnvironmentE");
testing::Environment* add_to_googletest(testing::UnitTest* tests, testing::Environment* environment) __asm__(
    "__real__ZN7testing8UnitTest14AddEnvironmentEPNS_11EnvironmentE");

namespace {

// Never destroyed. Environments are registered before main, in any order of the files.
std::vector<testing::Environment*>& environments() {
  static auto& list = *new std::vector<testing::Environment*>;
  return list;
}

// Returns what went wrong, or an empty string.
std::string set_up(testing::Environment& environment) {
  testing::TestPartResultArray results;
  const testing::ScopedFakeTestPartResultReporter reporter(
      testing::ScopedFakeTestPartResultReporter::INTERCEPT_ALL_THREADS, &results);
  try {
    environment.SetUp();
  } catch (const std::exception& thrown) {
    return std::string("threw an exception: ") + thrown.what();
  } catch (...) {
    return "threw an exception";
  }
  for (int i = 0; i < results.size(); ++i) {
    const testing::TestPartResult& result = results.GetTestPartResult(i);
    if (result.passed()) continue;
    const std::string file = result.file_name() == nullptr ? "" : result.file_name();
    return (result.skipped() ? "skips all tests: " : "failed: ") + file + ":" + std::to_string(result.line_number()) +
           ": " + result.message();
  }
  return "";
}

// By index: SetUp may register another one.
const char* set_up_environments() {
  static auto& problem = *new std::string;
  for (std::size_t i = 0; i < environments().size(); ++i) {
    problem = set_up(*environments()[i]);
    if (!problem.empty()) return (problem = "SetUp of a global test environment " + problem).c_str();
  }
  return nullptr;
}

}  // namespace

testing::Environment* add_environment(testing::UnitTest* tests, testing::Environment* environment) {
  if (environment != nullptr) environments().push_back(environment);
  return add_to_googletest(tests, environment);
}

int __wrap_main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (__forall_serve(&set_up_environments)) return 0;
  return RUN_ALL_TESTS();
}
