// What an ordinary compiler makes of a closed test, and what that does when it runs.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/world.h"
#include "testcase/records.h"

namespace forall::native {

struct ConfirmOptions {
  std::string compiler = "c++";
  std::string clang = "clang++-19";  // for what no other compiler has a check for
  std::vector<std::string> flags;    // the user's (-Iinclude -std=c++20) and ours (-I<forall include>)
  std::vector<std::string> sources;  // other sources under test, compiled in
  std::filesystem::path build_directory;
  // Flags by which this compile of the closed tests takes forall.h from its precompiled form; may be none.
  std::function<std::vector<std::string>(const std::vector<std::string>& compile)> precompiled;
  double test_seconds = 10;  // one test may take
};
struct ConfirmReport {
  bool compiled = false;
  std::string compiler_output;
};
// Compiles an emitted file of GoogleTest with the run-time checks on, runs every test and sets Case::native /
// native_detail by comparing what happened with the case's outcome. The cases are those that the file was made of.
ConfirmReport confirm(const std::filesystem::path& file, const testcase::Put& put, std::vector<testcase::Case>& cases,
                      const ConfirmOptions& options, const base::World& world);

}  // namespace forall::native
