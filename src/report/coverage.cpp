#include "report/coverage.h"

#include <algorithm>
#include <set>

#include "report/ci_text.h"

namespace forall::report {

std::uint64_t LineCoverage::covered() const {
  return static_cast<std::uint64_t>(
      std::count_if(directions.begin(), directions.end(), [](const auto& each) { return each.second > 0; }));
}

std::map<std::string, FileCoverage> coverage_of(const std::vector<testcase::Result>& results, const std::string& root) {
  std::map<std::string, FileCoverage> files;
  for (const auto& result : results) {
    std::map<testcase::BranchDirection, LineCoverage*> lines;
    for (const auto& branch : result.branches) {
      LineCoverage& line = files[path_below(root, branch.file)][branch.line];
      line.function = branch.function;
      lines[branch.direction] = &line;
      // A run that was discarded or cut covers, too, but is no case.
      std::uint64_t& count = line.directions[branch.direction];
      if (branch.is_covered) count = std::max<std::uint64_t>(count, 1);
    }
    std::map<testcase::BranchDirection, std::uint64_t> counts;
    for (const auto& c : result.cases) {
      std::set<LineCoverage*> entered;
      for (const auto& direction : c.covered) {
        const auto line = lines.find(direction);
        if (line == lines.end()) continue;
        ++counts[direction];
        entered.insert(line->second);
      }
      for (LineCoverage* line : entered) ++line->hits;
    }
    for (const auto& [direction, count] : counts) {
      std::uint64_t& sum = lines.at(direction)->directions[direction];
      sum = std::max(sum, count);
    }
  }
  for (auto& [name, file] : files) {
    for (auto& [number, line] : file) line.hits = std::max(line.hits, std::min<std::uint64_t>(line.covered(), 1));
  }
  return files;
}

}  // namespace forall::report
