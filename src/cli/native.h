// Closed tests of a PUT: written, compiled by an ordinary compiler, run, compared.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/files.h"
#include "base/process.h"
#include "testcase/records.h"

namespace forall::cli {

struct NativeSetting {
  std::filesystem::path out;    // folder of the closed tests
  std::filesystem::path build;  // folder for the programs made of them
  std::string compiler;
  std::vector<std::string> flags;
  std::vector<std::filesystem::path> sources;  // of the target, the PUT's own file among them
};

// <out>/<Suite>_<Put>_test.cpp
std::filesystem::path test_file(const std::filesystem::path& out, const testcase::Put& put);

// Writes the closed tests of these cases; gives the path.
std::filesystem::path write_tests(const NativeSetting& setting, const testcase::Put& put,
                                  const std::vector<testcase::Case>& cases, base::Files& files);

// Compiles and runs a file that write_tests wrote and sets native / native_detail of its cases. Gives the compiler's
// output if it does not compile, else nothing.
std::string confirm_tests(const NativeSetting& setting, const testcase::Put& put, std::vector<testcase::Case>& cases,
                          base::Processes& processes);

}  // namespace forall::cli
