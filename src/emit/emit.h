// Case -> the source of a closed test.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "testcase/records.h"

namespace forall::emit {

// Gives every case a name that says what it is about (outcome and distinguishing condition), unique in the list, valid
// as a GoogleTest name. The order of the list does not matter.
void name_cases(std::vector<testcase::Case>& cases, const base::Enums& enums = {});

// Indices of the smallest subset of the cases that covers every branch direction all of them cover, with one case of
// each failure, the simplest, and, if there is one, a case that passes. What cases that pass cover, they are taken for. The
// order of the list does not matter.
std::vector<std::size_t> smallest_branch_cover(const std::vector<testcase::Case>& cases);
// These and all that fail.
std::vector<std::size_t> with_all_failures(std::vector<std::size_t> chosen, const std::vector<testcase::Case>& cases);

// The framework that the tests are written for. Assert is a plain program.
enum class Format { Gtest, Catch2, Catch2V2, Doctest, Assert };
std::map<std::string, Format> format_names();  // as on the command line
std::string file_suffix(Format format);        // "_test.cpp", ...

// The parts of a closed test file that belong to the user.
struct Kept {
  std::string includes;  // after the include of the test's source
  std::string tests;     // after the tests
};
// Those of a file that was written before, byte for byte. Throws base::UserError where they cannot be told from the
// rest.
Kept kept_parts(const std::filesystem::path& file, const std::string& text);
// The full name of the PUT whose closed tests the file has, or nothing.
std::string put_of_tests(const std::string& text);

// The file without its first lines, which include the test's source; nothing if it does not have them.
std::optional<std::string> without_source(const std::string& text);

// How mocks are written; only GoogleTest comes with gMock.
enum class MockForm { Gmock, Plain };

struct SourceOptions {
  std::string include;  // the test's source as the emitted file includes it (relative to it)
  Format format = Format::Gtest;
  MockForm mocks = MockForm::Gmock;
  Kept kept = {};
  // The command that writes the file again, where it lies: another program's, or `forall explore` of these sources with these
  // flags in this folder.
  std::string written_by = {};
  std::string folder = {};  // relative to the file, empty for its own
  std::vector<std::string> sources = {};
  std::vector<std::string> flags = {};
  std::string out = {};      // of --out, empty for the usual one
  std::size_t left_out = 0;  // cases that the file should have and does not
};
// What reviewers read: not more than a screen.
inline constexpr std::size_t kMostLines = 50;
// Indices of the cases whose tests have at most so many lines together (0: any number), in the order of the list: first those
// that fail, then those that cover the most that the others do not. At least one that fails and one that passes, if there are
// any.
std::vector<std::size_t> cases_within(std::size_t most_lines, const testcase::Put& put,
                                      const std::vector<testcase::Case>& cases, const SourceOptions& options);

// The text of a closed test file: deterministic, so that equal cases yield equal bytes, in whatever order they come.
std::string test_source(const testcase::Put& put, const std::vector<testcase::Case>& cases,
                        const SourceOptions& options);

}  // namespace forall::emit
