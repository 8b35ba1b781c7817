// What a GoogleTest program says of its tests: its report, and the lines that it prints as it goes.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "native/native_outcome.h"

namespace forall::native {

// The tests of a report (--gtest_output=json), by full name. None if the report is damaged.
std::map<std::string, NativeRun> read_report(const std::string& text);

// A test that was begun, by the progress lines.
struct BegunTest {
  enum class End { Passed, Failed, Skipped };
  std::string name;         // Suite.Test
  std::optional<End> end;   // none: the program died in it
  std::string output = {};  // what was printed meanwhile
};
std::vector<BegunTest> read_progress(const std::string& output);

// What the test printed of its arguments (forall/internal/stored_test.h).
std::vector<testcase::PrintedValue> read_printed(const std::string& output);

}  // namespace forall::native
