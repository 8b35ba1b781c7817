#include "explore/stale.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scripted_exploration.h"

namespace forall::explore {
namespace {

using testcase::Case;
using testcase::OutcomeKind;
using testcase::Result;
using testcase::VerdictKind;
using ::testing::ElementsAre;
using testing::explore_scripted;
using ::testing::IsEmpty;
using testing::kinds;
using testing::Script;
using testing::ScriptedTarget;
using ::testing::SizeIs;
using testing::unbounded;

Case with_steps(std::vector<std::string> conditions) {
  Case c;
  c.outcome.kind = OutcomeKind::Passed;
  unsigned line = 10;
  for (const auto& condition : conditions) {
    c.path_condition += condition + ";";
    c.steps.push_back({line, "/src/list.h", line, condition});
    ++line;
  }
  return c;
}

TEST(WhyStale, TheSamePathIsNotStaleWhereverItsCodeIsNow) {
  const Case before = with_steps({"a > 0", "b > 0"});
  Case now = before;
  for (auto& step : now.steps) {
    step.line += 5;
    step.site += 1000;
  }
  EXPECT_EQ(why_stale(before, now), "");
}

TEST(WhyStale, NamesTheFirstDecisionThatDiffers) {
  EXPECT_EQ(why_stale(with_steps({"a > 0", "b > 0", "c"}), with_steps({"a > 0", "b <= 0"})),
            "list.h:11: now b <= 0, before b > 0");
  EXPECT_EQ(why_stale(with_steps({"a > 0"}), with_steps({"a > 0", "b <= 0"})), "list.h:11: now also b <= 0");
  EXPECT_EQ(why_stale(with_steps({"a > 0", "b > 0"}), with_steps({"a > 0"})), "now ends before list.h:11: b > 0");
}

TEST(WhyStale, SaysNothingOfTheInsides) {
  const Case before = with_steps({"a > 0", "b > 0"});
  EXPECT_EQ(why_stale(before, with_steps({"a > 0", "(uninitialised)8#3 << 56 == 0"})),
            "takes another path after list.h:10");
  EXPECT_EQ(why_stale(before, with_steps({"(uninitialised)8 < 3"})), "takes another path");
  Case now = with_steps({"a > 0", "b <= 0"});
  now.steps[1].file = "/opt/include/forall/internal/instrumented.h";
  EXPECT_EQ(why_stale(before, now), "takes another path after list.h:10");
}

TEST(WhyStale, ShowsWhereLongConditionsDiffer) {
  std::string sum = "a0";
  for (int i = 1; i < 60; ++i) sum += " + a" + std::to_string(i);
  EXPECT_EQ(why_stale(with_steps({sum + " < 300"}), with_steps({sum + " < 400"})),
            "list.h:10: now ...a55 + a56 + a57 + a58 + a59 < 400, before ...a55 + a56 + a57 + a58 + a59 < 300");
  EXPECT_EQ(why_stale(with_steps({"b == 1"}), with_steps({sum})),
            "list.h:10: now " + sum.substr(0, 120) + "..., before b == 1");
}

TEST(WhyStale, AnotherEndOfTheSamePathIsAReason) {
  const Case before = with_steps({"a > 0"});
  Case now = before;
  now.outcome.kind = OutcomeKind::Failed;
  now.outcome.file = "/src/list_test.cpp";
  now.outcome.line = 7;
  EXPECT_EQ(why_stale(before, now), "list_test.cpp:7: failed now, passed before");
}

TEST(WhyStale, SaysWhichAssumptionDiscards) {
  Case now = with_steps({"a > 0"});
  now.outcome.kind = OutcomeKind::Discarded;
  EXPECT_EQ(why_stale(with_steps({"a > 0"}), now), "is discarded now");
  now.outcome.file = "/src/list_test.cpp";
  now.outcome.line = 3;
  EXPECT_EQ(why_stale(with_steps({"a > 0"}), now), "is discarded now: ASSUME at list_test.cpp:3");
}

TEST(WhyStale, AnInputThatIsGoneIsAReason) {
  Case before = with_steps({"a > 0"}), now = before;
  before.inputs.push_back({.name = "b"});
  EXPECT_EQ(why_stale(before, now), "input b is gone");
}

TEST(WhyStale, PathsWhoseStepsWereNotKeptAreComparedByTheirCondition) {
  Case before = with_steps({"a > 0"});
  before.steps = {{0, "list.h", 1, "... (100000 decisions, not kept)"}};
  EXPECT_EQ(why_stale(before, with_steps({"a > 0"})), "");
  EXPECT_EQ(why_stale(before, with_steps({"a <= 0"})), "now a <= 0;, before a > 0;");
}

TEST(WhyStale, OfACaseFromTextOnlyItsEndMatters) {
  Case before = with_steps({"a > 0"}), now = with_steps({"a <= 0"});
  before.steps.clear();
  EXPECT_EQ(why_stale(before, now), "");
  now.outcome.kind = testcase::OutcomeKind::Failed;
  EXPECT_NE(why_stale(before, now), "");
}

// A number below `limit` or not; the target of an edit is another limit.
testing::Body compare_with(std::uint64_t limit) {
  return [limit](Script& s) { s.branch(1, s.less(s.input("a", 4), limit)); };
}

Result explore_after(const testing::Body& before, const testing::Body& after, const Options& options = unbounded(),
                     std::vector<std::string>* paths = nullptr) {
  ScriptedTarget old_target(before);
  const EarlierCases earlier = explore_scripted(old_target, unbounded()).cases;
  ScriptedTarget target(after);
  Hooks hooks;
  hooks.earlier = &earlier;
  Result result = explore_scripted(target, options, hooks);
  if (paths != nullptr) *paths = target.paths;
  return result;
}

TEST(EarlierCases, FindTheirPathsAgainWithoutTheSolver) {
  const Result result = explore_after(compare_with(5), compare_with(5));
  EXPECT_EQ(result.verdict, VerdictKind::Proved);
  EXPECT_EQ(result.paths, 2u);
  EXPECT_EQ(result.queries, 0u);
  EXPECT_THAT(result.stale, IsEmpty());
}

TEST(EarlierCases, CountAsRuns) {
  std::vector<std::string> paths;
  const Result result = explore_after(compare_with(5), compare_with(5), unbounded(), &paths);
  EXPECT_EQ(result.runs, paths.size());
}

TEST(EarlierCases, ThatGoAnotherWayAreStaleAndNothingIsLost) {
  const auto two = [](Script& s) {
    const auto a = s.input("a", 4);
    if (s.branch(1, s.less(a, 5))) return;
    s.branch(2, s.less(a, 7));
  };
  const Result result = explore_after(compare_with(5), two);
  EXPECT_EQ(result.verdict, VerdictKind::Proved);
  EXPECT_EQ(result.paths, 3u);
  ASSERT_THAT(result.stale, SizeIs(1));
  EXPECT_THAT(result.stale[0].reason, ::testing::StartsWith("test.cpp:102: now also a "));
}

TEST(EarlierCases, OfTheWholeTreeGiveTheVerdictThatTheSearchAloneGives) {
  const auto failing = [](Script& s) {
    const auto a = s.input("a", 4);
    if (s.branch(1, s.less(a, 5))) return;
    if (s.branch(2, s.equal(a, 9))) s.fail(7);
  };
  const Result result = explore_after(compare_with(5), failing);
  EXPECT_EQ(result.verdict, VerdictKind::Refuted);
  EXPECT_EQ(result.failed, 1u);
}

TEST(EarlierCases, BeyondALimitAreLeftOutAndLeaveNoLine) {
  const auto bounded = [](std::uint64_t most) {
    return [most](Script& s) {
      const auto n = s.input("n", 4);
      s.bound(3, s.less(n, most), "at most so many");
      s.branch(1, s.less(n, 2));
    };
  };
  const Result result = explore_after(bounded(15), bounded(3));
  EXPECT_THAT(kinds(result), IsEmpty());
  EXPECT_EQ(result.verdict, VerdictKind::Proved);
  EXPECT_EQ(result.paths, 2u);
}

TEST(EarlierCases, LongerThanTheLimitOfLengthsAreNotRun) {
  Case longer;
  longer.inputs.push_back({.name = "text.size", .width = 4, .value = {9, 0}});
  const EarlierCases earlier{longer};
  ScriptedTarget target([](Script& s) { s.branch(1, s.less(s.input("text.size", 4), 5)); });
  Hooks hooks;
  hooks.earlier = &earlier;
  Options options = unbounded();
  options.length = 8;
  const Result result = explore_scripted(target, options, hooks);
  EXPECT_EQ(result.paths, 2u);
  EXPECT_THAT(result.stale, IsEmpty());
}

TEST(EarlierCases, StopAtTheBoundOfRuns) {
  Options options = unbounded();
  options.runs = 1;
  const Result result = explore_after(compare_with(5), compare_with(5), options);
  EXPECT_EQ(result.runs, 1u);
  EXPECT_THAT(kinds(result), ElementsAre("run-bound"));
}

}  // namespace
}  // namespace forall::explore
