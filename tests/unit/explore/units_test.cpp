// Exploring one PUT in units: whoever explores them, the result is the same.
#include "explore/units.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "scripted_exploration.h"

namespace forall::explore {
namespace {

using testcase::Result;
using testcase::VerdictKind;
using testing::Body;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::many_paths;
using testing::Script;
using testing::ScriptedTarget;
using testing::text_of;
using testing::unbounded;
using testing::Value;

// So many threads, each with a target of its own.
class Threads : public Helpers {
 public:
  Threads(const Body& body, unsigned count) {
    for (unsigned i = 0; i < count; ++i) targets_.push_back(std::make_unique<ScriptedTarget>(body));
  }
  void join(Units& units) override {
    is_over_ = false;
    for (const auto& target : targets_) {
      threads_.emplace_back([this, &units, &target] {
        while (!is_over_) {
          if (units.has_waiting()) {
            units.help(*target);
            ++helped_;
          } else {
            std::this_thread::yield();
          }
        }
      });
    }
  }
  void wake() override {}
  void leave(Units&) override {
    is_over_ = true;
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }
  unsigned helped() const { return helped_; }

 private:
  std::vector<std::unique_ptr<ScriptedTarget>> targets_;
  std::vector<std::thread> threads_;
  std::atomic<bool> is_over_ = false;
  std::atomic<unsigned> helped_ = 0;
};

Result explore_with(const Body& body, unsigned helpers, const Options& options = unbounded()) {
  ScriptedTarget target(body);
  Threads threads(body, helpers);
  return explore_in_units(target, target.put(), options, {}, &threads);
}

void expect_same_with_helpers(const Body& body, const Options& options = unbounded()) {
  const std::vector<std::string> alone = text_of(explore_with(body, 0, options));
  for (const unsigned helpers : {1u, 3u}) EXPECT_EQ(text_of(explore_with(body, helpers, options)), alone) << helpers;
}

TEST(UnitsTest, ATreeThatIsGivenAwayInPartsIsTheSameAsTheWholeTree) {
  ScriptedTarget target(many_paths(11));
  const Result whole = explore(target, target.put(), unbounded(), {});
  const Result parts = explore_with(many_paths(11), 0);
  EXPECT_EQ(parts.paths, 2048u);
  EXPECT_EQ(parts.paths, whole.paths);
  EXPECT_EQ(parts.failed, whole.failed);
  EXPECT_EQ(parts.runs, whole.runs);
  EXPECT_EQ(parts.verdict, VerdictKind::Refuted);
  std::set<std::string> of_whole, of_parts;
  for (const testcase::Case& c : whole.cases) of_whole.insert(c.path_condition);
  for (const testcase::Case& c : parts.cases) of_parts.insert(c.path_condition);
  EXPECT_EQ(of_parts, of_whole);
}

TEST(UnitsTest, HelpersTakeUnits) {
  const Body body = many_paths(12);
  ScriptedTarget target(body);
  Threads threads(body, 2);
  EXPECT_EQ(explore_in_units(target, target.put(), unbounded(), {}, &threads).paths, 4096u);
  EXPECT_GT(threads.helped(), 0u);
}

TEST(UnitsTest, TheResultDoesNotDependOnHelpers) { expect_same_with_helpers(many_paths(11)); }

TEST(UnitsTest, ValuesOfADecisionAreExploredOnce) {
  expect_same_with_helpers([](Script& s) {
    const Value x = s.input("x", 5), y = s.input("y", 5), z = s.input("z", 5);
    const std::uint64_t a = s.decide(0, x), b = s.decide(1, y);
    s.assume(2, s.less(z, 9));
    if (a > b) s.branch(3, s.equal(z, 4));
    if (a == 3 && b == 30) s.fail(12);
  });
}

TEST(UnitsTest, LedgerLinesOfUnitsAddUp) {
  const Body body = [](Script& s) {
    const Value n = s.input("n", 8);
    s.bound(9, s.less(n, 200), "strings of more than 6 elements");
    unsigned number = 0;
    for (unsigned i = 0; i < 10; ++i) {
      if (s.branch(i % 8, s.less(s.input("b" + std::to_string(i), 8), 3))) ++number;
    }
    if (number == 4) s.approximate(abi::LedgerKind::ConcretizedCall, 3, "f");
    if (number == 5) s.branch(10, s.equal(n, 250));
  };
  expect_same_with_helpers(body);
  const Result result = explore_with(body, 2);
  EXPECT_EQ(result.verdict, VerdictKind::Open);
  EXPECT_THAT(testing::kinds(result), ::testing::UnorderedElementsAre("concretized-call", "length-bound"));
  for (const testcase::LedgerLine& line : result.ledger) {
    EXPECT_EQ(line.count, line.kind == abi::LedgerKind::ConcretizedCall ? 210u : 1u);
  }
}

TEST(UnitsTest, LimitsHoldForAllUnitsTogether) {
  Options options = unbounded();
  options.runs = 1500;
  expect_same_with_helpers(many_paths(12), options);
  EXPECT_EQ(explore_with(many_paths(12), 2, options).runs, 1500u);

  options = unbounded();
  options.cases = 1300;
  expect_same_with_helpers(many_paths(12), options);
  EXPECT_EQ(explore_with(many_paths(12), 2, options).cases.size(), 1300u);

  options = unbounded();
  options.failures = 3;
  expect_same_with_helpers(many_paths(12), options);
  EXPECT_THAT(testing::kinds(explore_with(many_paths(12), 2, options)), ElementsAre("failure-bound"));
}

TEST(UnitsTest, PathsThatABoundCutsAreRunOnAsOften) {
  Options options = unbounded();
  options.decisions = 11;
  expect_same_with_helpers(many_paths(12), options);
}

TEST(UnitsTest, ASearchThatIsLongSharesTheLimitOfItsRuns) {
  Options options = unbounded();
  options.flips_of_part = 1024;
  options.runs = 1500;
  const Body body = [](Script& s) {
    for (unsigned i = 0; i < 16; ++i) s.branch(i % 8, s.less(s.input("b" + std::to_string(i), 8), 3));
  };
  const Result alone = explore_with(body, 0, options);
  EXPECT_EQ(alone.runs, 1500u);
  EXPECT_EQ(text_of(explore_with(body, 2, options)), text_of(alone));
}

TEST(UnitsTest, ATestThatIsNotDeterministicIsExploredAsAWhole) {
  unsigned runs = 0;
  ScriptedTarget target([&](Script& s) {
    ++runs;
    for (unsigned i = 0; i < 11; ++i) s.branch(runs > 300 ? 10 - i : i, s.less(s.input("b" + std::to_string(i), 8), 3));
  });
  const Result result = explore_in_units(target, target.put(), unbounded(), {}, nullptr);
  EXPECT_EQ(result.verdict, VerdictKind::Open);
}

TEST(UnitsTest, AnInterruptEndsAllOfThem) {
  const Body body = many_paths(13);
  std::atomic<bool> stop = false;
  ScriptedTarget target(body);
  Threads threads(body, 2);
  Hooks hooks;
  hooks.stop = hooks.interrupt = &stop;
  hooks.found = [&](const testcase::Case&) { stop = true; };
  Result result = explore_in_units(target, target.put(), unbounded(), hooks, &threads);
  EXPECT_TRUE(result.interrupted);
  EXPECT_EQ(result.verdict, VerdictKind::Open);
  EXPECT_THAT(result.ledger.front().text, HasSubstr("interrupt"));
}

}  // namespace
}  // namespace forall::explore
