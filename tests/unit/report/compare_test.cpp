#include "report/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace forall::report {
namespace {

using testcase::Result;
using testcase::VerdictKind;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Result proved(const char* name) {
  Result result;
  result.put.suite = "ListTest";
  result.put.name = name;
  result.verdict = VerdictKind::Proved;
  result.branches_covered = result.branches_total = 4;
  return result;
}

Result refuted(const char* name, std::vector<unsigned> lines, const char* function = "get") {
  Result result = proved(name);
  result.verdict = VerdictKind::Refuted;
  for (const unsigned line : lines) {
    testcase::Case& c = result.cases.emplace_back();
    c.outcome.kind = testcase::OutcomeKind::Crashed;
    c.outcome.fault = testcase::Fault::NullDereference;
    c.outcome.file = "list.h";
    c.outcome.line = line;
    c.outcome.function = function;
  }
  result.failed = lines.size();
  return result;
}

Comparison compare(const std::vector<Result>& before, const std::vector<Result>& now) {
  return report::compare(results_json(before, {}), now);
}

TEST(Compare, EqualResultsDifferInNothing) {
  const std::vector<Result> results = {proved("A"), refuted("B", {3, 9})};
  const Comparison same = compare(results, results);
  EXPECT_FALSE(same.is_worse());
  EXPECT_THAT(same.fixed_failures, IsEmpty());
  EXPECT_THAT(same.coverage, IsEmpty());
  EXPECT_THAT(same.not_explored, IsEmpty());
}

TEST(Compare, AFailureThatOnlyMovedIsNotNew) {
  EXPECT_FALSE(compare({refuted("A", {3})}, {refuted("A", {5})}).is_worse());
}

TEST(Compare, FindsNewAndFixedFailures) {
  const Comparison worse = compare({refuted("A", {3})}, {refuted("A", {5, 8})});
  EXPECT_TRUE(worse.is_worse());
  EXPECT_THAT(worse.new_failures, ElementsAre(Field(&Comparison::Failure::text, "null dereference at list.h:8")));
  EXPECT_THAT(worse.fixed_failures, IsEmpty());
  const Comparison other = compare({refuted("A", {3})}, {refuted("A", {3}, "put")});
  EXPECT_EQ(other.new_failures.size(), 1u);
  EXPECT_EQ(other.fixed_failures.size(), 1u);
}

TEST(Compare, FailuresOfANewPutAreNew) {
  EXPECT_EQ(compare({}, {refuted("A", {3})}).new_failures.size(), 1u);
  EXPECT_FALSE(compare({}, {proved("A")}).is_worse());
}

TEST(Compare, FindsLostAndNewProofs) {
  Result open = proved("A");
  open.verdict = VerdictKind::Open;
  const Comparison lost = compare({proved("A")}, {open});
  EXPECT_TRUE(lost.is_worse());
  EXPECT_THAT(lost.lost_proofs, ElementsAre(Field(&Comparison::Verdict::now, VerdictKind::Open)));
  const Comparison gained = compare({open}, {proved("A")});
  EXPECT_FALSE(gained.is_worse());
  EXPECT_THAT(gained.new_proofs, ElementsAre("ListTest.A"));
}

TEST(Compare, CoverageThatChangedIsNotWorse) {
  Result less = proved("A");
  less.branches_covered = 3;
  const Comparison changed = compare({proved("A"), proved("B")}, {less});
  EXPECT_FALSE(changed.is_worse());
  EXPECT_THAT(comparison_text(changed, "main.json", {}),
              testing::AllOf(HasSubstr("against main.json: 0 new failures, 0 lost proofs\n"),
                             HasSubstr("ListTest.A: 3 of 4 branches, before 4 of 4\n"),
                             HasSubstr("1 PUT of main.json not explored now\n")));
}

TEST(Compare, RefusesWhatIsNoResult) {
  EXPECT_THROW(report::compare("", {}), std::invalid_argument);
  EXPECT_THROW(report::compare("{\"puts\":[{\"name\":\"ListTest.A\"}]}", {proved("A")}), std::invalid_argument);
}

}  // namespace
}  // namespace forall::report
