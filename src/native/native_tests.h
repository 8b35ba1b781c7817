// Closed tests of a PUT: written, compiled by an ordinary compiler, run, compared.
#pragma once

#include <atomic>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/world.h"
#include "emit/emit.h"
#include "testcase/records.h"

namespace forall::native {

struct NativeSetting {
  std::filesystem::path out;    // folder of the closed tests
  std::filesystem::path build;  // folder for the programs made of them
  std::string compiler;
  std::vector<std::string> flags;
  std::vector<std::filesystem::path> sources;  // of the target, the PUT's own file among them
  emit::Format format = emit::Format::Gtest;
  std::filesystem::path include = {};                     // the folder of forall's header
  std::optional<std::filesystem::path> precompiled = {};  // folder of precompiled headers
  const std::atomic<bool>* stop = nullptr;                // ends the wait for another forall that makes one
  std::filesystem::path library = {};                     // libforall_confirm.a
  bool is_whole = false;                                  // no PUT is in any other source than these
  emit::MockForm mocks = emit::MockForm::Gmock;
  std::string written_by = {};  // what closed tests say about how to write them again, if it is not `forall explore`
  std::string usual_out = {};   // the folder that closed tests are written to if nobody names another
  std::size_t left_out = 0;     // cases that closed tests leave out, as they say
};

// <out>/<Suite>_<Put>_test.cpp, or as the format has it
std::filesystem::path test_file(const std::filesystem::path& out, const testcase::Put& put, emit::Format format);

// Finds out before the work that a file which is to be written anew has text that would be lost, or is that of another
// PUT (A_B.C and A.B_C have the same): base::UserError.
void check_tests(const std::filesystem::path& out, const std::vector<const testcase::Put*>& puts, emit::Format format,
                 base::Files& files);

// Leaves of the cases those that a file of so many lines has room for (emit::cases_within), and says so in the setting.
void fit_cases(std::size_t most_lines, NativeSetting& setting, const testcase::Put& put,
               std::vector<testcase::Case>& cases);

// Writes the closed tests of these cases, with what is to be kept of the file before; gives the path.
std::filesystem::path write_tests(const NativeSetting& setting, const testcase::Put& put,
                                  const std::vector<testcase::Case>& cases, base::Files& files);

// Runs the cases natively, and sets their native / native_detail. With programs that run cases by value it is those;
// without, and where values do not say what a case does (a test that is not pure), closed tests of the cases for
// GoogleTest are written to the build folder, compiled and run. Returns the compiler's output if they do not compile,
// else nothing.
class ValuePrograms;
std::string confirm_tests(const NativeSetting& setting, const testcase::Put& put, std::vector<testcase::Case>& cases,
                          ValuePrograms* programs, const base::World& world);

}  // namespace forall::native
