// Which place in the code makes most of the paths, and what to do about it.
#pragma once

#include <string>
#include <vector>

#include "testcase/records.h"

namespace forall::explore {

// "88,583 of 90,000 paths come from the buckets of a hash table (lru.h:21): narrow the keys in steps, ...". Empty if most of them
// come from nowhere in particular.
std::string most_crowded_place(const testcase::Put& put, const std::vector<testcase::Case>& cases);

}  // namespace forall::explore
