// How a test framework wants its tests written: one row for each.
#pragma once

#include <string>

#include "emit/emit.h"

namespace forall::emit {

// The tests that pass, or those that fail.
struct Group {
  std::string suite;    // as suite_name() has it
  std::string passing;  // that of the passing ones
  std::string fixture;  // the class, empty for none
  bool is_failing = false;
};

struct Framework {
  const char* name;     // on the command line
  const char* suffix;   // of the name of the file
  const char* note;     // lines for the head of the file, as comments
  const char* include;  // the header that declares what the tests use
  // Assertions about the expressions $1 and $2.
  const char* equal;
  const char* holds;
  const char* throws;
  const char* no_throw;
  const char* fixture_indent;  // of the body of a test of a fixture
  std::string (*begin_group)(const Group&);
  std::string (*end_group)(const Group&);
  std::string (*begin_test)(const Group&, const std::string& name);
  std::string (*end_test)(const Group&);
  const char* end_file;
};

extern const Framework kGtest, kCatch2, kCatch2V2, kDoctest, kAssert;

const Framework& framework(Format format);

// The parts that frameworks other than GoogleTest share: GoogleTest's assertions are reported to `failures`, a class
// of include/forall/emitted; a fixture is GoogleTest's, so the test is a class derived from it.
//
//     forall::emitted::DoctestFailures failures;
//     struct ClosedTest : QueueFixture {
//       void TestBody() override {
//         ...
//       }
//     };
//     forall::emitted::run<ClosedTest>(failures);
std::string begin_body(const Group& group, const std::string& failures);
std::string end_body(const Group& group);
inline constexpr const char* kBodyOfFixtureIndent = "      ";
inline constexpr const char* kLinkNote =
    "// The program needs GoogleTest too (-lgtest): the assertions of the test are its own.\n";

inline std::string no_text(const Group&) { return {}; }

}  // namespace forall::emit
