// The cases of a PUT as a text file that a team commits.
//
//   {"version":1,"put":{...},"verdict":"refuted"}
//   {"name":"Empty","outcome":"passed",...}
//   {"name":"OverflowsAtLine12","outcome":"crashed","fault":"signed overflow",...}
//
// One line for the PUT, then one for each case, by name: a change shows as the lines that it changes. Files may be merged by
// taking all lines of both sides, as .gitattributes says (merge=union): of several lines for the PUT the last one counts, with
// the weakest of their verdicts; of several cases with one name the last; equal lines count once.
#pragma once

#include <string>
#include <string_view>

#include "testcase/records.h"

namespace forall::store {

std::string to_case_file(const testcase::Result& result);

// Of a path its condition is kept, but neither steps nor coverage. Throws std::invalid_argument, which says the line.
testcase::Result from_case_file(std::string_view text);

}  // namespace forall::store
