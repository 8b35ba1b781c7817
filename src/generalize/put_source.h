// Writes generalized tests as C++: one PUT, and the file that has them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "frontend/edits.h"
#include "frontend/read_flows.h"
#include "generalize/plan.h"

namespace forall::generalize {

// One generalized test.
struct Draft {
  std::string name;                     // of the function
  std::string suite;                    // what FORALL names: the suite, or the class of the fixture
  std::vector<std::size_t> parameters;  // of the plan; the others keep their values
  Relation relation;
  std::vector<bool> keeps;               // for each assertion: it is in the text
  std::vector<std::string> assumptions;  // conditions, in front of the body
  std::vector<std::string> seed;         // a value for each parameter; empty: the original ones
  std::string caught;                    // exception that the whole body is tried for; empty: none
  // What is said of runs with and without that exception.
  enum class Otherwise { Discarded, Fails, ThrowingIsDiscarded } otherwise = Otherwise::Discarded;
};

struct Written {
  std::string text;
  std::vector<frontend::SourceRange> assertions;  // where each is in the text; empty for one that is not kept
  std::vector<unsigned> lines;                    // of the source, for each line of the text: where it comes from
};
Written write_put(const std::string& source, const frontend::TestFlow& flow, const TestPlan& plan, const Draft& draft);

unsigned line_at(const std::string& text, std::size_t offset);  // from 1

// "{1, 0}"
std::string seed_text(const TestPlan& plan, const Draft& draft);

// The headers that generalized tests need and the source does not include, and where they go.
struct Include {
  std::size_t place = 0;
  std::string text;  // empty: all are there
};
Include include_for(const std::string& source, std::size_t first_test, bool has_instances,
                    frontend::Framework framework);

// The line ends of the source.
std::string with_line_ends(const std::string& text, const std::string& source);

}  // namespace forall::generalize
