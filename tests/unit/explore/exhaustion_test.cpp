// Runs without symbols: where a bound cut, and of all inputs that are few.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "explore/small_space.h"
#include "scripted_exploration.h"

namespace forall::explore {
namespace {

using abi::Fault;
using testcase::Result;
using testcase::VerdictKind;
using ::testing::ElementsAre;
using testing::explore_scripted;
using ::testing::IsEmpty;
using testing::kinds;
using testing::Script;
using testing::ScriptedTarget;
using testing::unbounded;
using testing::Value;

Options unfolding(std::uint32_t times) {
  Options options = unbounded();
  options.unfold = times;
  return options;
}

// A loop of n rounds, of which the bound lets five pass.
void count_to(Script& s, Value n) {
  for (unsigned i = 0; s.branch(3, s.less(s.constant(i, n.width), n)); ++i) {
  }
}

struct ConcreteTarget : ScriptedTarget {
  explicit ConcreteTarget(testing::Body body) : ScriptedTarget(std::move(body)) { runs_concretely = true; }
};

TEST(ExhaustionTest, AFailureBehindABoundRefutes) {
  ConcreteTarget target([](Script& s) {
    const Value n = s.input("n", 12);
    count_to(s, n);
    if (n.value > 5) s.fail(42, "too many");
  });
  const Result result = explore_scripted(target, unfolding(5));
  EXPECT_EQ(result.verdict, VerdictKind::Refuted);
  EXPECT_EQ(result.failed, 1u);
  EXPECT_EQ(result.cases.back().outcome.line, 42u);
}

TEST(ExhaustionTest, ARunThatDoesNotEndIsAnEndlessLoop) {
  ConcreteTarget target([](Script& s) {
    const Value n = s.input("n", 12);
    if (s.is_concrete() && n.value > 5) s.die(0, true);
    count_to(s, n);
  });
  const Result result = explore_scripted(target, unfolding(5));
  EXPECT_EQ(result.verdict, VerdictKind::Refuted);
  EXPECT_EQ(result.cases.back().outcome.fault, Fault::EndlessLoop);
}

TEST(ExhaustionTest, ALongLoopIsNotEndless) {
  ConcreteTarget target([](Script& s) {
    const Value n = s.input("n", 12);
    if (s.is_concrete() && n.value > 1000) s.die(0, true);
    s.branch(5, s.less(n, 2000));
    count_to(s, n);
  });
  target.put().seeds = {{{"n", {1500, 0}}}};
  const Result result = explore_scripted(target, unfolding(5));
  EXPECT_EQ(result.failed, 1u);  // of n >= 2000 nothing smaller can be had
  for (const testcase::Case& c : result.cases) {
    if (c.outcome.fault == Fault::EndlessLoop) {
      EXPECT_GE(c.inputs[0].value.lo, 2000u);
    }
  }
}

TEST(ExhaustionTest, FewInputsAreAllTried) {
  ConcreteTarget target([](Script& s) {
    const Value n = s.input("n", 6), m = s.input("m", 6);
    s.assume(1, s.less(n, 30));
    s.assume(2, s.less(m, 20));
    count_to(s, n);
  });
  const Result result = explore_scripted(target, unfolding(5));
  EXPECT_EQ(result.verdict, VerdictKind::Proved);
  EXPECT_THAT(kinds(result), IsEmpty());
  ASSERT_EQ(result.notes.size(), 1u);
  EXPECT_EQ(result.notes[0].text, "proved by exhaustion: 600 inputs");
}

// A passed path is walked again at the end, after all 16 inputs.
TEST(ExhaustionTest, TimeThatRunsOutAfterTheLastInputLeavesTheReasons) {
  struct : ConcreteTarget {
    using ConcreteTarget::ConcreteTarget;
    target::RunReport run(const target::RunRequest& request) override {
      target::RunReport report = ConcreteTarget::run(request);
      report.ended_early = request.concrete && ++concrete_runs > ends_after;
      return report;
    }
    unsigned concrete_runs = 0, ends_after = 0;
  } target([](Script& s) { count_to(s, s.input("n", 4)); });
  Options options = unfolding(5);
  options.runs = 3;
  bool is_proved = false;
  for (; !is_proved; ++target.ends_after) {
    target.concrete_runs = 0;
    const Result result = explore_scripted(target, options);
    is_proved = result.verdict == VerdictKind::Proved;
    EXPECT_EQ(is_proved, kinds(result).empty()) << "after " << target.ends_after << " runs";
    if (target.ends_after == 6) {
      ASSERT_EQ(result.notes.size(), 1u);
      EXPECT_THAT(result.notes[0].text,
                  ::testing::MatchesRegex("[45] of 16 inputs were tried one by one, .*raise --seconds"));
    }
    ASSERT_LT(target.ends_after, 40u);
  }
  EXPECT_GT(target.ends_after, 16u);
}

TEST(ExhaustionTest, InputsThatExistForSomeValuesOnlyAreTriedThere) {
  ConcreteTarget target([](Script& s) {
    const Value n = s.input("n", 4);
    count_to(s, n);
    if (n.value == 7 && s.input("extra", 3).value == 6) s.fail(9);
  });
  const Result result = explore_scripted(target, unfolding(5));
  EXPECT_EQ(result.verdict, VerdictKind::Refuted);
}

TEST(ExhaustionTest, WhatIsNotAboutSymbolsStays) {
  ConcreteTarget target([](Script& s) {
    count_to(s, s.input("n", 4));
    s.approximate(abi::LedgerKind::Environment, 2, "time");
  });
  const Result result = explore_scripted(target, unfolding(5));
  EXPECT_EQ(result.verdict, VerdictKind::Open);
  EXPECT_THAT(result.notes, IsEmpty());
}

TEST(ExhaustionTest, ManyInputsAreNotTried) {
  ConcreteTarget target([](Script& s) {
    count_to(s, s.input("n", 6));
    s.input("wide", 32);
  });
  const Result result = explore_scripted(target, unfolding(5));
  EXPECT_EQ(result.verdict, VerdictKind::Open);
  EXPECT_THAT(kinds(result), ElementsAre("unfold-bound"));
}

}  // namespace
}  // namespace forall::explore
