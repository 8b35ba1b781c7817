// The branches of all results by file and line. PUTs share code: a direction is covered if one of them covers it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "testcase/records.h"

namespace forall::report {

struct LineCoverage {
  std::string function;
  // How many cases take each direction of each branch of the line.
  std::map<testcase::BranchDirection, std::uint64_t> directions;
  std::uint64_t hits = 0;  // cases that take a branch here
  std::uint64_t covered() const;
};
using FileCoverage = std::map<unsigned, LineCoverage>;
// By path relative to the root.
std::map<std::string, FileCoverage> coverage_of(const std::vector<testcase::Result>& results, const std::string& root);

}  // namespace forall::report
