// The cases of a PUT as a text file that a team commits.
//
//   {"version":2,"put":{...},"verdict":"refuted"}
//   {"name":"Empty","outcome":"passed",...}
//   {"name":"OverflowsAtLine12","outcome":"crashed","fault":"signed overflow",...}
//
// One line for the PUT, then one for each case, by name: a change shows as the lines that it changes. Files may be merged by
// taking all lines of both sides, as .gitattributes says (merge=union): of several lines for the PUT the last one counts, with
// the weakest of their verdicts; of several cases with one name the last; equal lines count once.
//
// A file is the same wherever its cases were found, so it does not say how the test was built. Nor does it say the line of the
// test, which changes with everything above it: the line of a test that called the code that failed counts from there.
// Version 1 said all of this, and is read, too.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "testcase/records.h"

namespace forall::store {

std::string to_case_file(const testcase::Result& result);

// The line of a PUT, 0 if it is unknown.
using LineOf = std::function<int(const testcase::Put& put)>;

// Of a path its condition is kept, as far as people can read it, but neither steps nor coverage. Throws
// std::invalid_argument, which says the line.
testcase::Result from_case_file(std::string_view text, const LineOf& line_of = nullptr);

}  // namespace forall::store
