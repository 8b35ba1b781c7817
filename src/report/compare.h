// Results of two explorations, mostly of a branch and of what it branched off from.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/report.h"
#include "testcase/records.h"

namespace forall::report {

struct Comparison {
  struct Failure {
    std::string put;
    std::string text;  // "signed overflow at triangle.h:12"
  };
  struct Verdict {
    std::string put;
    testcase::VerdictKind now = testcase::VerdictKind::Open;
  };
  struct Coverage {
    std::string put;
    std::uint64_t covered_before = 0, total_before = 0, covered = 0, total = 0;
  };
  std::vector<Failure> new_failures;
  std::vector<Failure> fixed_failures;
  std::vector<Verdict> lost_proofs;
  std::vector<std::string> new_proofs;
  std::vector<Coverage> coverage;         // where it is not what it was
  std::vector<std::string> not_explored;  // PUTs that are only in the earlier results

  bool is_worse() const { return !new_failures.empty() || !lost_proofs.empty(); }
};

// `before` is what `forall explore --json` printed. A failure is the same if it is in the same function, whatever its line.
// Throws std::invalid_argument if that is something else.
Comparison compare(const std::string& before, const std::vector<testcase::Result>& now);

// {"new_failures":[{"put","text"}],"fixed_failures":[...],"lost_proofs":[{"put","now"}],"new_proofs":[...], ...}
std::string comparison_json(const Comparison& comparison);
std::string comparison_text(const Comparison& comparison, const std::string& against, const Style& style);

}  // namespace forall::report
