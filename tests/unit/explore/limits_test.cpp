// Limits of an exploration and of its inputs, and the values of the cases that are shown.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scripted_exploration.h"
#include "testcase/failures.h"

namespace forall::explore {
namespace {

using abi::OutcomeKind;
using testcase::Result;
using testcase::VerdictKind;
using ::testing::ElementsAre;
using testing::explore_scripted;
using ::testing::HasSubstr;
using testing::kinds;
using testing::Script;
using testing::ScriptedTarget;
using testing::unbounded;
using testing::Value;

constexpr const char* kLimit = "strings of more than 6 elements";

TEST(LimitsTest, ALimitThatCutsIsInTheLedgerOnceWithPlaceAndRemedy) {
  ScriptedTarget target([](Script& s) {
    const Value n = s.input("n", 6);
    s.bound(9, s.less(n, 7), kLimit);
    s.branch(0, s.less(n, 3));
    s.branch(2, s.equal(n, 20));
    s.branch(4, s.equal(n, 30));
  });
  const Result result = explore_scripted(target);
  EXPECT_EQ(result.verdict, VerdictKind::Open);
  EXPECT_EQ(result.paths, 2u);
  ASSERT_THAT(kinds(result), ElementsAre("length-bound"));
  EXPECT_THAT(result.ledger[0].text, HasSubstr("strings of more than "));
  EXPECT_THAT(result.ledger[0].remedy, HasSubstr("--length"));
  EXPECT_THAT(result.ledger[0].line, ::testing::AnyOf(102u, 104u));
}

TEST(LimitsTest, TheLengthIsTheOneThatTakesADifferentPath) {
  for (const unsigned length : {7u, 16u, 40u}) {
    ScriptedTarget target([length](Script& s) {
      const Value n = s.input("n", 6);
      s.bound(9, s.less(n, 7), kLimit);
      s.branch(0, s.less(n, length));
    });
    const Result result = explore_scripted(target);
    ASSERT_THAT(kinds(result), ElementsAre("length-bound"));
    EXPECT_THAT(result.ledger[0].text, HasSubstr("strings of more than " + std::to_string(length - 1) + " elements"));
    EXPECT_THAT(result.ledger[0].remedy,
                HasSubstr(length == 7 ? "raise --length or" : "--length to " + std::to_string(length)));
  }
}

TEST(LimitsTest, ALimitThatAProgramNeverComesNearIsNone) {
  ScriptedTarget target([](Script& s) {
    const Value n = s.input("n", 6);
    s.bound(9, s.less(n, 7), kLimit);
    if (s.branch(0, s.less(n, 3))) s.branch(1, s.equal(n, 20));
  });
  const Result result = explore_scripted(target);
  EXPECT_EQ(result.verdict, VerdictKind::Proved);
  EXPECT_EQ(result.paths, 2u);
}

TEST(LimitsTest, ALimitIsNoFactForTheProgramThatAsksForIt) {
  ScriptedTarget target([](Script& s) {
    const Value n = s.input("n", 6);
    const Value within = s.less(n, 7);
    s.bound(9, within, kLimit);
    s.branch(0, within);
  });
  EXPECT_THAT(kinds(explore_scripted(target)), ElementsAre("length-bound"));
}

TEST(LimitsTest, AnAssumptionWithinTheLimitMakesItIrrelevant) {
  ScriptedTarget target([](Script& s) {
    const Value n = s.input("n", 6);
    s.bound(9, s.less(n, 7), kLimit);
    s.assume(1, s.less(n, 5));
    s.branch(0, s.equal(n, 20));
  });
  EXPECT_EQ(explore_scripted(target).verdict, VerdictKind::Proved);
}

TEST(LimitsTest, ARunBeyondALimitIsReplacedByOneWithinIt) {
  ScriptedTarget target([](Script& s) {
    const Value n = s.input("n", 6, 40);
    s.bound(9, s.less(n, 7), kLimit);
  });
  const Result result = explore_scripted(target);
  EXPECT_EQ(result.verdict, VerdictKind::Proved);
  EXPECT_EQ(result.paths, 1u);
  EXPECT_EQ(result.discarded, 1u);
}

TEST(LimitsTest, ALimitWithoutAnyRunWithinItCuts) {
  for (const auto& [limit, name] : {std::pair(abi::LedgerKind::ObjectBound, "object-bound"),
                                    std::pair(abi::LedgerKind::LengthBound, "length-bound")}) {
    ScriptedTarget target([&](Script& s) {
      const Value n = s.input("n", 6, 40);
      s.assume(1, s.less(s.constant(30, 6), n));
      s.bound(9, s.less(n, 7), "more than 3", limit);
    });
    const Result result = explore_scripted(target);
    EXPECT_EQ(result.verdict, VerdictKind::Open);
    EXPECT_THAT(kinds(result), ElementsAre(name)) << "weaker assumptions are no remedy";
  }
}

TEST(LimitsTest, LimitsAreNoPartOfTheConditionThatAUserReads) {
  ScriptedTarget target([](Script& s) {
    const Value n = s.input("n", 6);
    s.bound(9, s.less(n, 7), kLimit);
    s.branch(0, s.less(n, 3));
  });
  const Result result = explore_scripted(target);
  ASSERT_EQ(result.cases.size(), 2u);
  EXPECT_EQ(result.cases[0].path_condition, "n < 3");
  EXPECT_EQ(result.cases[0].steps.size(), 1u);
}

Hooks showing_all_cases() {
  Hooks hooks;
  hooks.shown = [](const Result& result) {
    std::vector<std::size_t> all(result.cases.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    return all;
  };
  return hooks;
}

TEST(LimitsTest, ShownCasesGetSmallValuesOnTheSamePath) {
  const auto body = [](Script& s) {
    const Value n = s.input("n", 6, 33);
    const Value m = s.input("m", 6, 44);
    s.branch(0, s.less(s.constant(5, 6), n));
    s.observe("m", m);
  };
  ScriptedTarget target(body);
  const Result result = explore_scripted(target, unbounded(), showing_all_cases());
  ASSERT_EQ(result.cases.size(), 2u);
  EXPECT_EQ(result.cases[0].inputs[0].value.lo, 6u);
  EXPECT_EQ(result.cases[0].inputs[1].value.lo, 0u);
  EXPECT_EQ(result.cases[0].observations[0].value.lo, 0u);
  EXPECT_EQ(result.cases[1].inputs[0].value.lo, 0u);
  ScriptedTarget again(body);
  EXPECT_EQ(explore_scripted(again).runs, result.runs);  // polishing is not exploring
}

TEST(LimitsTest, ValuesThatEndOtherwiseDoNotReplaceACase) {
  ScriptedTarget target([](Script& s) {
    const Value n = s.input("n", 6, 33);
    s.branch(0, s.less(s.constant(5, 6), n));
    if (n.value == 33) s.fail(42);  // not seen by any condition
  });
  const Result result = explore_scripted(target, unbounded(), showing_all_cases());
  EXPECT_EQ(result.cases[0].outcome.kind, OutcomeKind::Failed);
  EXPECT_EQ(result.cases[0].inputs[0].value.lo, 33u);
}

void fail_in_four_places(Script& s) {
  const Value a = s.input("a", 4);
  for (unsigned i = 0; i < 8; ++i) {
    if (s.branch(i, s.equal(a, i))) s.fail(50 + i / 2);  // two paths to each
  }
}

TEST(LimitsTest, ItEndsAfterSoManyDifferentFailures) {
  ScriptedTarget target(fail_in_four_places);
  Options o = unbounded();
  for (const std::uint32_t most : {2u, 4u}) {
    o.failures = most;
    const Result result = explore_scripted(target, o);
    EXPECT_EQ(result.verdict, VerdictKind::Refuted);
    EXPECT_EQ(testcase::failure_groups(result.cases).size(), most);
    EXPECT_THAT(kinds(result), ElementsAre("failure-bound"));
  }
  o.failures = 5;
  const Result all = explore_scripted(target, o);
  EXPECT_EQ(all.paths, 9u);
  EXPECT_THAT(kinds(all), ElementsAre());
}

TEST(LimitsTest, ItEndsAfterSoManyCases) {
  ScriptedTarget target(fail_in_four_places);
  Options o = unbounded();
  o.cases = 3;
  const Result result = explore_scripted(target, o);
  EXPECT_EQ(result.cases.size(), 3u);
  ASSERT_THAT(kinds(result), ElementsAre("case-bound"));
  EXPECT_THAT(result.ledger[0].text, HasSubstr("stopped after 3 cases (0.0 MB) with "));
  o.cases = 0;
  EXPECT_EQ(explore_scripted(target, o).cases.size(), 9u);
}

TEST(LimitsTest, ItEndsWhenTheCasesAreTooLarge) {
  ScriptedTarget target([](Script& s) {
    const Value a = s.input("a", 4);
    for (unsigned i = 0; i < 8; ++i) {
      if (s.branch(i, s.equal(a, i))) s.fail(50, std::string(600'000, 'x'));
    }
  });
  Options o = unbounded();
  o.megabytes = 1;
  const Result result = explore_scripted(target, o);
  EXPECT_THAT(kinds(result), ElementsAre("case-bound"));
  EXPECT_LT(result.cases.size(), 9u);
}

}  // namespace
}  // namespace forall::explore
