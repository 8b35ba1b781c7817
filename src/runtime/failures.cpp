// Takes over GoogleTest's reports of failures. Part of the library of `main`, because nothing else in the runtime may know
// GoogleTest.
#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <new>

#include "forall/engine.h"

namespace {

// GoogleTest calls it while holding a lock, so it only reports and records; the run must not be left from here.
class FailureReporter : public testing::ScopedFakeTestPartResultReporter {
 public:
  FailureReporter() : ScopedFakeTestPartResultReporter(INTERCEPT_ONLY_CURRENT_THREAD, nullptr) {}

  void ReportTestPartResult(const testing::TestPartResult& result) override {
    if (result.skipped()) {
      failures.skip_file = result.file_name() == nullptr ? "" : result.file_name();
      failures.skip_line = result.line_number();
      failures.is_skipped = true;
    } else if (result.failed()) {
      failures.has_failed = true;
      failures.has_failed_fatally = failures.has_failed_fatally || result.fatally_failed();
      __forall_failed(result.file_name() == nullptr ? "" : result.file_name(), result.line_number(), result.message());
    }
  }

  ForallFailures failures = {false, false, false, "", 0};
};

}  // namespace

// Constructed anew in the same place for each run: GoogleTest keeps its address, and the last run may not have ended
// normally.
ForallFailures* __forall_take_over_failures() {
  alignas(FailureReporter) static unsigned char memory[sizeof(FailureReporter)];
  return &(new (memory) FailureReporter)->failures;
}
