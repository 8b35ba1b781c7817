// GoogleTest's assertions in a program of another test framework: what they report becomes a failure of that framework.
//
// A PUT is written with GoogleTest's assertions whatever runs it, so a program of closed tests links GoogleTest, but
// runs none of its tests. In such a program testing::Test::HasFailure() is always false, as it is in an exploration.
#ifndef FORALL_EMITTED_FAILURES_H_
#define FORALL_EMITTED_FAILURES_H_

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

namespace forall::emitted {

// While it lives, each assertion that fails calls `fail`. A test that is skipped has failed too: its inputs were found
// on a path that ends.
class Failures : public ::testing::ScopedFakeTestPartResultReporter {
 public:
  using Fail = void (*)(const char* file, int line, const std::string& message);

  explicit Failures(Fail fail) : ScopedFakeTestPartResultReporter(INTERCEPT_ALL_THREADS, nullptr), fail_(fail) {}

  void ReportTestPartResult(const ::testing::TestPartResult& result) override {
    if (result.passed()) return;
    has_ended_ = has_ended_ || result.fatally_failed() || result.skipped();
    const std::string message = result.message();
    fail_(result.file_name() == nullptr ? "" : kept(result.file_name()),
          result.line_number() < 0 ? 0 : result.line_number(), result.skipped() ? "skipped: " + message : message);
  }

  // Has an assertion failed after which the test does not go on?
  bool has_ended() const { return has_ended_; }

 private:
  // Frameworks keep the pointer until they write their report.
  static const char* kept(const char* name) {
    static std::set<std::string> names;  // GoogleTest reports under a lock
    return names.insert(name).first->c_str();
  }

  Fail fail_;
  bool has_ended_ = false;
};

// Runs a test of a fixture as GoogleTest does. SetUp and TearDown may be private in the fixture; they are called by way
// of their base.
template <class Test>
void run(const Failures& failures) {
  struct Access : ::testing::Test {
    static auto set_up() { return &Access::SetUp; }
    static auto tear_down() { return &Access::TearDown; }
  };
  Test test;
  if (failures.has_ended()) return;
  try {
    (test.*Access::set_up())();
    if (!failures.has_ended()) test.TestBody();
  } catch (...) {
    (test.*Access::tear_down())();
    throw;
  }
  (test.*Access::tear_down())();
}

}  // namespace forall::emitted

#endif  // FORALL_EMITTED_FAILURES_H_
