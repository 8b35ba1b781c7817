// The order of cases in a file.
#pragma once

#include <cstddef>
#include <vector>

#include "testcase/records.h"

namespace forall::emit {

// By the decisions of their paths, then by their inputs: whatever the order in which the paths were found, and a case
// more or less leaves the others where they are.
bool is_before(const testcase::Case& x, const testcase::Case& y);
std::vector<std::size_t> order_of_paths(const std::vector<testcase::Case>& cases);

}  // namespace forall::emit
