// The functions of <ctype.h> with a check of their argument, for a native program: no sanitizer has one.
#pragma once

#include <string>

#include "testcase/records.h"

namespace forall::native {

// The source of the functions, which takes the place of the library's. They say what is wrong, with the frames of the
// call, and abort.
std::string checked_characters();

// Is the predicted fault one that they find?
bool is_character_fault(const testcase::Outcome& outcome);
bool has_character_report(const std::string& output);

}  // namespace forall::native
