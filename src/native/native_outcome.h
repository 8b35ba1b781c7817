// What a native run of one test showed, and whether it is what the exploration predicted.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "testcase/records.h"

namespace forall::native {

// How the report of LeakSanitizer begins, which comes when all tests have ended.
inline constexpr const char* kLeakReport = "ERROR: LeakSanitizer: detected memory leaks";

// What Valgrind says of each use of an uninitialised value.
inline constexpr const char* kUnsetReport = "uninitialised value";

// How one test of a GoogleTest program ended.
struct NativeRun {
  enum class End {
    Missing,  // the program has no such test, or it was never reached
    Passed,
    Skipped,
    Failed,     // with `failures`
    Exited,     // the process exited in the middle of the test, or with a leak, with `exit_code`
    Signalled,  // `signal` ended the process
    TimedOut,
  };
  End end = End::Missing;
  std::vector<std::string> failures;  // as GoogleTest writes them: "file:line\nmessage"
  std::string output;                 // of the process, where it did not end normally
  int exit_code = 0;
  int signal = 0;
};

// Is this a signal that ends an ordinary program with that fault? A run-time check names most faults before.
bool is_signal_of(testcase::Fault fault, int signal);

// Empty where the run is as predicted, else what it did instead, in one line. `test_file` is the emitted file itself.
std::string difference(const testcase::Put& put, const testcase::Case& predicted, const NativeRun& run,
                       const std::filesystem::path& test_file);

}  // namespace forall::native
