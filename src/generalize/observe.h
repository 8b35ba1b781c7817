// What an exploration of a draft showed, by outcome.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "generalize/generalize.h"
#include "generalize/plan.h"

namespace forall::generalize {

inline constexpr long double kFar = 100;  // a number that no closed test is about

struct Seen {
  Values values;  // of all parameters of the plan: those that were not promoted have their original value
  const testcase::Case* found = nullptr;
};

struct Observation {
  std::vector<Seen> passed, failed;                // failed: the assertions asked for
  std::map<std::string, std::vector<Seen>> threw;  // by the type of the exception
  std::vector<Seen> crashed;
  std::vector<Seen> exhausted;  // out of memory or time, or one of too many: nothing about the code
};

// `lines` are those of the assertion that counts; failures of others are left out. {0, 0}: all count.
Observation observe(const testcase::Result& result, const TestPlan& plan, std::pair<unsigned, unsigned> lines);

Values originals(const TestPlan& plan);

// One case for each reason: passing ones by the branches they take, others by the decision that led to them. Among equals
// the one with the most original values. All cases if each path counts.
std::vector<CaseReport> passing_cases(const std::vector<Seen>& seen, const TestPlan& plan, bool each_path);
std::vector<CaseReport> failing_cases(const std::vector<Seen>& seen, const TestPlan& plan, bool each_path);

// One for each cause, with its simplest case: "signed overflow at list.h:12 with n = 13 (and 4 more cases)".
std::vector<std::string> findings_of(const std::vector<Seen>& crashed);

// Branch directions that the passing cases take and the one with the original values does not.
std::size_t new_branches(const std::vector<Seen>& seen, const TestPlan& plan);

}  // namespace forall::generalize
