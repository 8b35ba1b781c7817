// Closed tests become parameterized ones, each with the verdict of its exploration.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "frontend/read_flows.h"
#include "generalize/values.h"
#include "testcase/records.h"

namespace forall::generalize {

// In the file of the round, or somewhere else: line 0.
struct CompileError {
  unsigned line = 0;
  std::string message;
};

struct Explored {
  std::map<std::string, testcase::Result> results;  // by full name
  std::string error;                                // why there are none
};
// Slices are small and many. What is proposed is explored once more at the end, and its cases are confirmed by native runs.
enum class Effort { Slices, Wholes, Final };

// What the rounds need from outside. Both get the whole file with the tests of one round in it.
struct Tools {
  std::string source_name;  // of the file with the closed tests, for messages about places in it
  std::string draft_name;   // of the file of a round
  bool each_path = false;   // report a case for each path, and not for each reason
  std::function<std::vector<CompileError>(const std::string& text)> check;
  std::function<Explored(const std::string& text, const std::vector<std::string>& puts, Effort effort)> explore;
};

struct CaseReport {
  Values values;
  std::string reason;  // "passes", "throws std::out_of_range at list.h:12 (index < 0)"
};

struct PutReport {
  std::string name;  // full
  testcase::VerdictKind verdict = testcase::VerdictKind::Open;
  std::vector<CaseReport> cases;
  std::size_t paths = 0;
  std::size_t new_branches = 0;       // directions that the closed test does not take
  std::vector<std::string> promoted;  // "capacity (was 1)"
  std::vector<std::string> assumed;   // conditions
  std::vector<std::string> dropped;   // assertions, with the reason
  std::vector<std::string> findings;  // programming errors, with the inputs
  std::string open_because;
  std::string text;  // C++ source
};

// The stage at which a test ended: Proved, Refuted and Open are those of its first PUT; a test is also refuted if no
// generalization of it holds.
enum class Stage { Known, Nothing, Uncompiled, Unexplored, Proved, Refuted, Open };
const char* to_string(Stage stage);

struct TestReport {
  std::string name;
  unsigned line = 0;
  Stage stage = Stage::Nothing;
  std::string reason;
  std::vector<PutReport> puts;
  std::vector<std::string> rejected;  // what does not hold, with a counterexample
  std::string left_out;               // instances of a TEST_P
  frontend::SourceRange whole;        // of the closed test
  bool is_removable = true;           // nothing else in the file names it
  frontend::Framework framework = frontend::Framework::GoogleTest;
};

struct Funnel {
  std::size_t read = 0, known = 0, promotable = 0, compiled = 0, explored = 0, proved = 0, refuted = 0, open = 0;
};
Funnel funnel_of(const std::vector<TestReport>& tests);

// `source` is the text of the file that the flows were read from, `beside` that of the file with its generalized tests,
// if there is one. Tests that either has a generalized form of are known.
std::vector<TestReport> generalize(const std::string& source, const std::string& beside,
                                   const std::vector<frontend::TestFlow>& flows, const Tools& tools);

}  // namespace forall::generalize
