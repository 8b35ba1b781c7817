// The outcome of a run, from the segment, the process and the debug information.
#pragma once

#include <vector>

#include "expr/pool.h"
#include "target/target.h"
#include "testcase/records.h"
#include "trace/path.h"

namespace forall::explore {

// Throws base::SoundnessError for a run that ended in good order without an outcome.
testcase::Outcome read_outcome(target::Target& target, const testcase::Put& put, const target::RunReport& report);

// Does the input say whether a run looks at what an algorithm requires?
bool is_about_looking_aside(const testcase::InputValue& input);
bool looks_aside(const trace::Path& path);

// What a path observed as a case keeps it: expressions as text.
std::vector<testcase::ObservedValue> observed_values(const expr::Pool& pool,
                                                     const std::vector<trace::Observation>& observations);

// Is this code the user's, and not the library's, the test framework's or ours?
bool is_user_code(const target::Target::Frame& frame);

}  // namespace forall::explore
