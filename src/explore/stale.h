// Does a run still follow the path of the case whose inputs it was given?
#pragma once

#include <string>

#include "testcase/records.h"

namespace forall::explore {

// `before` is a stored case, `now` the result of a run with its inputs. Empty if it is the same path to the same kind
// of end; else why not, in the words of a report: "list.h:31: now size == 0, before size != 0". Paths are compared by
// their conditions, not by the places in the code: code that only moved is the same code.
std::string why_stale(const testcase::Case& before, const testcase::Case& now);

}  // namespace forall::explore
