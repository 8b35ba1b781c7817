// The names under which the tests of a PUT are found in its closed test file.
#pragma once

#include <string>

#include "testcase/records.h"

namespace forall::emit {

// Only complete paths become tests: a discarded or cut run claims nothing.
constexpr bool is_emitted(const testcase::Case& c) {
  return c.outcome.kind == testcase::OutcomeKind::Passed || testcase::refutes(c.outcome.kind);
}

// The text with every character that an identifier cannot have replaced, and no underscores side by side or at an end.
std::string identifier(const std::string& text);

// Passing and failing cases are suites of their own, so that either can be run or left out by one filter.
std::string suite_name(const testcase::Put& put, bool failing);
std::string suite_name(const testcase::Put& put, const testcase::Case& c);

// The name of the case's test; a case without a name gets its number in the list.
std::string test_name(const testcase::Case& c, std::size_t position);

}  // namespace forall::emit
