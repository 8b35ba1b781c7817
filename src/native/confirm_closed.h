// Closed tests, compiled and run.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/world.h"
#include "native/confirm.h"
#include "testcase/records.h"

namespace forall::native {

struct ConfirmOptions {
  std::string compiler = "c++";
  std::string clang = "clang++-19";  // for what no other compiler has a check for
  std::vector<std::string> flags;    // the user's (-Iinclude -std=c++20) and ours (-I<forall include>)
  std::vector<std::string> sources;  // other sources under test, compiled in
  std::filesystem::path include;     // of forall's headers
  std::filesystem::path build_directory;
  // Flags by which this compile of the closed tests takes forall.h from its precompiled form; may be none.
  std::function<std::vector<std::string>(const std::vector<std::string>& compile)> precompiled;
  double test_seconds = 10;  // one test may take
};

// Compiles an emitted file of GoogleTest with the run-time checks on, runs every test and compares, as `confirm` does.
// The cases are those that the file was made of.
ConfirmReport confirm_closed(const std::filesystem::path& file, const testcase::Put& put,
                             std::vector<testcase::Case>& cases, const ConfirmOptions& options,
                             const base::World& world);

}  // namespace forall::native
