#include "explore/exploration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <random>
#include <set>
#include <thread>

#include "base/error.h"
#include "scripted_exploration.h"

namespace forall::explore {
namespace {

using abi::Fault;
using abi::Op;
using abi::OutcomeKind;
using testcase::Result;
using testcase::VerdictKind;
using testing::BruteForceSolver;
using ::testing::ElementsAre;
using testing::explore_scripted;
using testing::FakeClock;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::kinds;
using testing::Script;
using testing::ScriptedTarget;
using testing::unbounded;
using ::testing::UnorderedElementsAre;
using testing::Value;

// The paths of all inputs of the given widths.
std::set<std::string> all_paths(const testing::Body& body,
                                const std::vector<std::pair<std::string, unsigned>>& inputs) {
  ScriptedTarget target(body);
  unsigned bits = 0;
  for (const auto& input : inputs) bits += input.second;
  for (std::uint64_t code = 0; code < (std::uint64_t{1} << bits); ++code) {
    target::RunRequest request;
    std::uint64_t rest = code;
    for (const auto& [name, width] : inputs) {
      request.values[name] = {rest & ((std::uint64_t{1} << width) - 1), 0};
      rest >>= width;
    }
    target.run(request);
  }
  return {target.paths.begin(), target.paths.end()};
}

// Insertion sort of three small numbers.
void sort_three(Script& s) {
  std::vector<Value> v = {s.input("a", 3), s.input("b", 3), s.input("c", 3)};
  for (std::size_t i = 1; i < v.size(); ++i) {
    for (std::size_t j = i; j > 0; --j) {
      if (!s.branch(static_cast<std::uint32_t>(i), s.less(v[j], v[j - 1]))) break;
      std::swap(v[j], v[j - 1]);
    }
  }
}

class EveryStrategy : public ::testing::TestWithParam<Strategy> {
 protected:
  static Options options() {
    Options o = unbounded();
    o.strategy = GetParam();
    return o;
  }
};
INSTANTIATE_TEST_SUITE_P(Strategies, EveryStrategy,
                         ::testing::Values(Strategy::DepthFirst, Strategy::BreadthFirst, Strategy::Coverage));

TEST_P(EveryStrategy, FindsEachPathOfASortOnce) {
  ScriptedTarget target(sort_three);
  const Result result = explore_scripted(target, options());
  EXPECT_EQ(result.verdict, VerdictKind::Proved);
  EXPECT_EQ(result.paths, 6u);
  EXPECT_EQ(result.cases.size(), 6u);
  EXPECT_EQ(result.failed, 0u);
  EXPECT_THAT(result.ledger, IsEmpty());
  target.paths.pop_back();  // the second walk of a passed path
  EXPECT_EQ(target.paths.size(), 6u);
  const std::set<std::string> found(target.paths.begin(), target.paths.end());
  EXPECT_EQ(found, all_paths(sort_three, {{"a", 3}, {"b", 3}, {"c", 3}}));
}

// A random program: a decision tree over three inputs of 3 bits with nested arithmetic, decisions on whole values,
// failures and assumptions, derived from a seed alone.
void random_program(Script& s, unsigned seed) {
  std::vector<Value> values = {s.input("a", 3), s.input("b", 3), s.input("c", 2)};
  std::mt19937 random(seed);
  const unsigned length = 3 + random() % 4;
  for (unsigned i = 0; i < length; ++i) {
    const Value x = values[random() % 2];
    const Value y = values[random() % 2];
    const Op op = std::vector<Op>{Op::Add, Op::Xor, Op::Mul, Op::And}[random() % 4];
    const unsigned constant = random() % 8;
    const unsigned action = random() % 8;
    const Value combined = s.binary(op, x, y);
    const std::uint32_t site = i;
    if (action == 0) {
      // Decides a whole value; what follows depends on it.
      random.seed(seed * 31 + static_cast<unsigned>(s.decide(site, constant % 2 ? combined : values[2])));
    } else if (action == 1) {
      s.assume(site, s.less(combined, 1 + constant % 7));
    } else if (s.branch(site, s.less(combined, constant))) {
      if (random() % 4 == 0) s.fail(50 + i);
      random.seed(seed * 17 + i);
    }
  }
}

// The failing side of an assumption need not be explored.
std::set<std::string> without_discarded(const std::set<std::string>& paths) {
  std::set<std::string> kept;
  for (const std::string& path : paths) {
    if (!path.ends_with("discarded")) kept.insert(path);
  }
  return kept;
}

TEST_P(EveryStrategy, AgreesWithBruteForceOnRandomPrograms) {
  std::size_t refuted = 0, proved = 0;
  for (unsigned seed = 1; seed <= 100; ++seed) {
    const auto body = [seed](Script& s) { random_program(s, seed); };
    ScriptedTarget target(body);
    const Result result = explore_scripted(target, options());
    const std::set<std::string> all = without_discarded(all_paths(body, {{"a", 3}, {"b", 3}, {"c", 2}}));
    const std::set<std::string> found = without_discarded({target.paths.begin(), target.paths.end()});
    EXPECT_EQ(found, all) << "program " << seed;
    EXPECT_EQ(result.paths, all.size()) << "program " << seed;
    const auto failing =
        std::count_if(all.begin(), all.end(), [](const auto& path) { return path.ends_with("failed"); });
    EXPECT_EQ(result.failed, static_cast<std::uint64_t>(failing)) << "program " << seed;
    EXPECT_EQ(result.verdict, failing > 0   ? VerdictKind::Refuted
                              : all.empty() ? VerdictKind::Open
                                            : VerdictKind::Proved)
        << "program " << seed;
    refuted += result.verdict == VerdictKind::Refuted;
    proved += result.verdict == VerdictKind::Proved;
  }
  EXPECT_GT(refuted, 10u);
  EXPECT_GT(proved, 10u);
}

TEST_P(EveryStrategy, EnumeratesTheValuesOfAWideSubject) {
  ScriptedTarget target([](Script& s) {
    const Value a = s.input("a", 4);
    s.assume(0, s.less(a, 10));
    if (s.decide(1, s.binary(Op::And, a, s.constant(6, 4))) == 4) s.branch(2, s.equal(a, 5));
  });
  const Result result = explore_scripted(target, options());
  EXPECT_EQ(result.verdict, VerdictKind::Proved);
  EXPECT_EQ(result.paths, 5u);  // 0, 2, 6, 4 with a == 5, 4 with a == 4
}

TEST_P(EveryStrategy, LeavesARefusedAssumptionAlone) {
  ScriptedTarget target([](Script& s) {
    const Value a = s.input("a", 4, 12);
    s.assume(0, s.less(a, 10));
    s.branch(1, s.less(a, 5));
  });
  const Result result = explore_scripted(target, options());
  EXPECT_EQ(result.verdict, VerdictKind::Proved);
  EXPECT_EQ(result.discarded, 1u);  // the default alone
  EXPECT_EQ(result.paths, 2u);
  EXPECT_EQ(result.cases.size(), 2u);
}

TEST_P(EveryStrategy, ARunBoundLeavesTheVerdictOpen) {
  ScriptedTarget target(sort_three);
  Options o = options();
  o.runs = 4;
  const Result result = explore_scripted(target, o);
  EXPECT_EQ(result.runs, 4u);
  EXPECT_EQ(result.verdict, VerdictKind::Open);
  EXPECT_THAT(kinds(result), ElementsAre("run-bound"));
  EXPECT_EQ(result.ledger[0].file, "test.cpp");
  EXPECT_EQ(result.ledger[0].line, 7u);
}

TEST(ExplorationTest, ABoundThatIsJustEnoughDoesNotCut) {
  ScriptedTarget target(sort_three);
  Options o = unbounded();
  o.runs = 6;
  EXPECT_EQ(explore_scripted(target, o).verdict, VerdictKind::Proved);
}

TEST(ExplorationTest, StepsSayWhetherTheySpeakOfUninitialisedValues) {
  ScriptedTarget target([](Script& s) {
    s.branch(1, s.less(s.input("x", 8), 5));
    s.branch(2, s.less(s.input("u", 8, 0, abi::InputOrigin::Unset), 7));
  });
  const Result result = explore_scripted(target);
  ASSERT_EQ(result.cases.size(), 4u);
  for (const testcase::Case& c : result.cases) {
    ASSERT_EQ(c.steps.size(), 2u);
    EXPECT_FALSE(c.steps[0].has_unset) << c.steps[0].condition;
    EXPECT_TRUE(c.steps[1].has_unset) << c.steps[1].condition;
    EXPECT_FALSE(c.inputs.at(0).is_unset);
    EXPECT_TRUE(c.inputs.at(1).is_unset);
  }
}

TEST(ExplorationTest, ThePutsOwnBoundsWin) {
  ScriptedTarget target(sort_three);
  target.put().bounds.runs = 2;
  EXPECT_EQ(explore_scripted(target).runs, 2u);
}

TEST(ExplorationTest, ATimeBoundLeavesTheVerdictOpen) {
  ScriptedTarget target(sort_three);
  Options o = unbounded();
  o.seconds = 3;
  FakeClock clock;
  clock.step = 0.5;
  expr::Pool pool;
  BruteForceSolver solver(pool);
  const Result result = Exploration({target, pool, solver, clock}, target.put(), o, {})();
  EXPECT_EQ(result.verdict, VerdictKind::Open);
  EXPECT_THAT(kinds(result), ElementsAre("time-bound"));
  EXPECT_GT(result.paths, 0u);
}

TEST(ExplorationTest, StopsWhenAskedAndKeepsWhatItFound) {
  std::atomic<bool> stop = false;
  ScriptedTarget target(sort_three);
  std::size_t found = 0;
  Hooks hooks;
  hooks.stop = &stop;
  hooks.found = [&](const testcase::Case&) { stop = ++found == 3; };
  const Result result = explore_scripted(target, unbounded(), hooks);
  EXPECT_TRUE(result.interrupted);
  EXPECT_EQ(result.cases.size(), 3u);
  EXPECT_EQ(result.verdict, VerdictKind::Open);
  EXPECT_THAT(kinds(result), ElementsAre("interrupted"));
}

TEST(ExplorationTest, AStopBeforeTheFirstRunRunsNothing) {
  std::atomic<bool> stop = true;
  ScriptedTarget target(sort_three);
  Hooks hooks;
  hooks.stop = &stop;
  const Result result = explore_scripted(target, unbounded(), hooks);
  EXPECT_EQ(result.runs, 0u);
  EXPECT_EQ(result.verdict, VerdictKind::Open);
}

TEST(ExplorationTest, CutLoopsAreOpenWithLineAndRemedy) {
  ScriptedTarget target([](Script& s) {
    const Value n = s.input("n", 6);
    for (unsigned i = 0; s.branch(3, s.less(s.constant(i, 6), n)); ++i) {
    }
  });
  Options o = unbounded();
  o.unfold = 5;
  const Result result = explore_scripted(target, o);
  EXPECT_EQ(result.verdict, VerdictKind::Open);
  EXPECT_EQ(result.cut, 1u);
  EXPECT_EQ(result.paths, 5u);
  ASSERT_THAT(kinds(result), ElementsAre("unfold-bound"));
  EXPECT_EQ(result.ledger[0].line, 103u);
  EXPECT_THAT(result.ledger[0].remedy, HasSubstr("--unfold"));
}

TEST(ExplorationTest, TheDecisionBoundIsToldApart) {
  ScriptedTarget target([](Script& s) {
    const Value n = s.input("n", 6);
    for (unsigned i = 0; i < 6; ++i) s.branch(i, s.less(n, 10 * i));
  });
  Options o = unbounded();
  o.decisions = 3;
  const Result result = explore_scripted(target, o);
  EXPECT_EQ(result.verdict, VerdictKind::Open);
  EXPECT_THAT(kinds(result), ::testing::Each(std::string("decision-bound")));
}

TEST(ExplorationTest, AFailingPathRefutesDespiteALedger) {
  ScriptedTarget target([](Script& s) {
    const Value a = s.input("a", 4);
    s.approximate(abi::LedgerKind::ConcretizedCall, 2, "sqrt");
    if (s.branch(0, s.equal(a, 9))) s.fail(42, "a is nine");
  });
  const Result result = explore_scripted(target);
  EXPECT_EQ(result.verdict, VerdictKind::Refuted);
  EXPECT_EQ(result.failed, 1u);
  ASSERT_EQ(result.cases.size(), 2u);
  const testcase::Case& failing = result.cases[1];
  EXPECT_EQ(failing.put, "Scripted.Test");
  EXPECT_EQ(failing.outcome.kind, OutcomeKind::Failed);
  EXPECT_EQ(failing.outcome.file, "test.cpp");
  EXPECT_EQ(failing.outcome.line, 42u);
  EXPECT_EQ(failing.outcome.message, "a is nine");
  ASSERT_EQ(failing.inputs.size(), 1u);
  EXPECT_EQ(failing.inputs[0].value, (abi::Bits{9, 0}));
  ASSERT_EQ(failing.steps.size(), 1u);
  EXPECT_EQ(failing.steps[0].line, 100u);
  EXPECT_EQ(failing.steps[0].condition, failing.path_condition);
}

TEST(ExplorationTest, ApproximationsKeepAPassingTestOpen) {
  ScriptedTarget target([](Script& s) {
    const Value a = s.input("a", 4);
    s.approximate(abi::LedgerKind::ConcretizedCall, 2, "sqrt");
    s.branch(0, s.equal(a, 9));
  });
  const Result result = explore_scripted(target);
  EXPECT_EQ(result.verdict, VerdictKind::Open);
  ASSERT_THAT(kinds(result), ElementsAre("concretized-call"));
  EXPECT_THAT(result.ledger[0].text, HasSubstr("sqrt"));
  EXPECT_EQ(result.ledger[0].line, 102u);
  EXPECT_EQ(result.ledger[0].count, 2u);
  EXPECT_FALSE(result.ledger[0].remedy.empty());
}

TEST(ExplorationTest, ATestThatNoInputReachesIsVacuous) {
  ScriptedTarget target([](Script& s) {
    const Value a = s.input("a", 4);
    s.assume(0, s.less(a, 3));
    s.assume(1, s.less(s.constant(7, 4), a));
  });
  const Result result = explore_scripted(target);
  EXPECT_EQ(result.verdict, VerdictKind::Open);
  EXPECT_EQ(result.paths, 0u);
  EXPECT_THAT(kinds(result), ElementsAre("vacuous"));
}

TEST(ExplorationTest, SeedsRunBeforeTheSearchAndAreNotCountedTwice) {
  ScriptedTarget target(sort_three);
  target.put().seeds = {{{"a", {2, 0}}, {"b", {1, 0}}}, {{"a", {5, 0}}, {"b", {1, 0}}}};
  const Result result = explore_scripted(target);
  EXPECT_EQ(result.paths, 6u);
  EXPECT_EQ(result.verdict, VerdictKind::Proved);
  EXPECT_EQ(target.paths[1], target.paths[2]);
  EXPECT_NE(target.paths[0], target.paths[1]);
}

TEST(ExplorationTest, InputsTheModelLeavesOpenKeepTheirValues) {
  ScriptedTarget target([](Script& s) {
    const Value a = s.input("a", 4), b = s.input("b", 4, 7);
    s.branch(0, s.equal(a, 9));
    s.observe("b", b);
  });
  const Result result = explore_scripted(target);
  ASSERT_EQ(result.cases.size(), 2u);
  for (const testcase::Case& c : result.cases) {
    EXPECT_EQ(c.inputs[1].value, (abi::Bits{7, 0}));
    ASSERT_EQ(c.observations.size(), 1u);
    EXPECT_EQ(c.observations[0].expression, "b");
  }
}

TEST(ExplorationTest, ATestThatForgetsItsPrefixIsOpen) {
  int runs = 0;
  ScriptedTarget target([&](Script& s) {
    const Value a = s.input("a", 4), b = s.input("b", 4);
    s.branch(++runs % 2 == 0 ? 1 : 0, s.less(a, 5));
    s.branch(2, s.less(b, 5));
  });
  const Result result = explore_scripted(target);
  EXPECT_EQ(result.verdict, VerdictKind::Open);
  EXPECT_THAT(kinds(result), ::testing::Contains("nondeterministic-run"));
}

TEST(ExplorationTest, ATestThatIgnoresItsInputsIsOpen) {
  ScriptedTarget target([](Script& s) {
    const Value a = s.input("a", 4);
    Value b = s.input("b", 4);
    s.branch(0, s.less(a, 5));
    if (a.value == 3) return;  // a decision that is not in the trace
    s.branch(1, s.less(b, 5));
  });
  target.put().seeds = {{{"a", {3, 0}}}};
  const Result result = explore_scripted(target);
  EXPECT_EQ(result.verdict, VerdictKind::Open);
  EXPECT_THAT(kinds(result), ::testing::Contains("nondeterministic-run"));
}

TEST(ExplorationTest, ASinglePathThatChangesIsOpen) {
  unsigned runs = 0;
  ScriptedTarget target([&](Script& s) { s.observe("time", s.constant(++runs, 8)); });
  const Result result = explore_scripted(target);
  EXPECT_EQ(result.verdict, VerdictKind::Open);
  EXPECT_THAT(kinds(result), ElementsAre("nondeterministic-run"));
}

TEST(ExplorationTest, AFailureOnlyOfASecondRunOfAPathIsKept) {
  ScriptedTarget target([](Script& s) {
    const Value a = s.input("a", 4);
    if (a.value == 3) s.fail(9);  // an approximation hides the decision
  });
  target.put().seeds = {{{"a", {3, 0}}}};
  const Result result = explore_scripted(target);
  EXPECT_EQ(result.verdict, VerdictKind::Refuted);
  EXPECT_EQ(result.cases.back().outcome.line, 9u);
}

class GivesUp : public solve::Solver {
 public:
  solve::Answer check(const solve::Query&, const solve::Effort&) override { return solve::Unknown{"too hard"}; }
};

TEST(ExplorationTest, WhatNoSolverDecidesIsListedWithItsCondition) {
  ScriptedTarget target([](Script& s) {
    const Value a = s.input("a", 4);
    s.branch(5, s.equal(a, 0));
  });
  FakeClock clock;
  expr::Pool pool;
  GivesUp solver;
  const Result result = Exploration({target, pool, solver, clock}, target.put(), unbounded(), {})();
  EXPECT_EQ(result.verdict, VerdictKind::Open);
  ASSERT_EQ(result.undecided.size(), 1u);
  EXPECT_EQ(result.undecided[0].line, 105u);
  EXPECT_EQ(result.undecided[0].reason, "too hard");
  EXPECT_THAT(result.undecided[0].condition, HasSubstr("a"));
  ASSERT_THAT(kinds(result), ElementsAre("solver-unknown"));
  EXPECT_EQ(result.ledger[0].line, 105u);
}

// Long paths are too hard for a quick effort.
class SlowOnLongPaths : public BruteForceSolver {
 public:
  using BruteForceSolver::BruteForceSolver;
  solve::Answer check(const solve::Query& query, const solve::Effort& effort) override {
    asked.push_back(query.constraints.size());
    if (query.constraints.size() > 1 && solve::is_quick(effort)) return solve::Unknown{"not now"};
    return BruteForceSolver::check(query, effort);
  }
  std::vector<std::size_t> asked;
};

TEST(ExplorationTest, HardQueriesWaitUntilNothingElseIsLeft) {
  ScriptedTarget target([](Script& s) {
    const Value a = s.input("a", 4);
    if (s.branch(3, s.equal(a, 7))) s.fail(9);
    s.branch(4, s.equal(a, 5));
  });
  FakeClock clock;
  expr::Pool pool;
  SlowOnLongPaths solver(pool);
  const Result result = Exploration({target, pool, solver, clock}, target.put(), unbounded(), {})();
  EXPECT_EQ(result.paths, 3u);
  EXPECT_TRUE(result.ledger.empty());
  EXPECT_TRUE(result.undecided.empty());
  EXPECT_THAT(solver.asked, ElementsAre(2u, 1u, 2u));  // the deepest comes first, and once more at the end
}

// The time of the exploration is over in the middle of its second run.
class EndsEarly : public ScriptedTarget {
 public:
  using ScriptedTarget::ScriptedTarget;
  target::RunReport run(const target::RunRequest& request) override {
    target::RunReport report = ScriptedTarget::run(request);
    report.ended_early = ++runs_ > 1;
    return report;
  }

 private:
  unsigned runs_ = 0;
};

TEST(ExplorationTest, ARunThatTheEndCutOffSaysNothing) {
  EndsEarly target([](Script& s) {
    if (s.branch(3, s.equal(s.input("a", 4), 7))) s.fail(9);
  });
  const Result result = explore_scripted(target);
  EXPECT_EQ(result.verdict, VerdictKind::Open);
  EXPECT_EQ(result.runs, 1u);
  EXPECT_EQ(result.failed, 0u);
  EXPECT_THAT(kinds(result), ElementsAre("time-bound"));
}

class Lies : public solve::Solver {
 public:
  solve::Answer check(const solve::Query&, const solve::Effort&) override { return solve::Sat{}; }
};

TEST(ExplorationTest, ARunThatDoesNotTakeItsPredictedDecisionIsInTheLedger) {
  ScriptedTarget target([](Script& s) {
    const Value a = s.input("a", 4);
    s.branch(5, s.equal(a, 0));
  });
  FakeClock clock;
  expr::Pool pool;
  Lies solver;
  const Result result = Exploration({target, pool, solver, clock}, target.put(), unbounded(), {})();
  EXPECT_EQ(result.verdict, VerdictKind::Open);
  ASSERT_THAT(kinds(result), ElementsAre("nondeterministic-run"));
  EXPECT_EQ(result.ledger[0].line, 105u);
}

TEST(ExplorationTest, GoesOnAfterCrashes) {
  ScriptedTarget target([](Script& s) {
    const Value a = s.input("a", 4);
    if (s.branch(0, s.equal(a, 1))) s.die(SIGSEGV);
    if (s.branch(1, s.equal(a, 2))) s.die(SIGKILL, /*timed_out=*/true);
    if (s.branch(2, s.equal(a, 3))) s.die(3 << 8);
    if (s.branch(3, s.equal(a, 4), abi::DecisionKind::Check)) s.end(OutcomeKind::Crashed, Fault::DivisionByZero, 3);
  });
  const Result result = explore_scripted(target);
  EXPECT_EQ(result.verdict, VerdictKind::Refuted);
  EXPECT_EQ(result.paths, 5u);
  EXPECT_EQ(result.failed, 4u);
  std::set<Fault> faults;
  for (const testcase::Case& c : result.cases) faults.insert(c.outcome.fault);
  EXPECT_THAT(faults, UnorderedElementsAre(Fault::None, Fault::Segfault, Fault::EndlessLoop, Fault::Exit,
                                           Fault::DivisionByZero));
}

TEST(ExplorationTest, CountsBranchesOfReachedFunctions) {
  ScriptedTarget target(
      [](Script& s) {
        const Value a = s.input("a", 4);
        s.assume(9, s.less(a, 5));
        s.branch(0, s.less(a, 3));
        s.branch(1, s.less(a, 9));
      },
      4 + 8);
  std::vector<testcase::Site>& sites = target.mutable_sites();
  for (std::size_t i = 3; i < sites.size(); ++i) sites[i].kind = abi::SiteKind::Assume;
  sites[2].function = "never called";
  const Result result = explore_scripted(target);
  EXPECT_EQ(result.branches_total, 4u);
  EXPECT_EQ(result.branches_covered, 3u);
  EXPECT_EQ(result.cases[0].covered.size(), 2u);
}

TEST(ExplorationTest, UnknownPutsAreRefused) {
  ScriptedTarget target(sort_three);
  testcase::Put other = target.put();
  other.name = "Other";
  expr::Pool pool;
  BruteForceSolver solver(pool);
  FakeClock clock;
  EXPECT_THROW(Exploration({target, pool, solver, clock}, other, {}, {}), base::UserError);
}

TEST(ExplorationTest, ReportsProgressTenTimesASecondAtMost) {
  ScriptedTarget target(sort_three);
  FakeClock clock;
  clock.step = 0.03;
  expr::Pool pool;
  BruteForceSolver solver(pool);
  std::vector<Progress> reports;
  Hooks hooks;
  hooks.progress = [&](const Progress& p) { reports.push_back(p); };
  const Result result = Exploration({target, pool, solver, clock}, target.put(), unbounded(), hooks)();
  ASSERT_GT(reports.size(), 1u);
  for (std::size_t i = 1; i < reports.size(); ++i) EXPECT_GE(reports[i].seconds - reports[i - 1].seconds, 0.1 - 1e-9);
  EXPECT_LE(reports.back().paths, result.paths);
}

// explore() itself, with the real solver chain.
TEST(ExploreTest, ProvesASortWithTheRealSolver) {
  ScriptedTarget target(sort_three);
  const Result result = explore(target, target.put(), {}, {});
  EXPECT_EQ(result.verdict, VerdictKind::Proved);
  EXPECT_EQ(result.paths, 6u);
  EXPECT_GT(result.queries, 0u);
}

TEST(ExploreTest, ExplorationsRunSideBySide) {
  std::vector<Result> results(4);
  std::vector<std::thread> threads;
  for (Result& result : results) {
    threads.emplace_back([&result] {
      ScriptedTarget target(sort_three);
      result = explore(target, target.put(), {}, {});
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const Result& result : results) {
    EXPECT_EQ(result.verdict, VerdictKind::Proved);
    EXPECT_EQ(result.paths, 6u);
  }
}

}  // namespace
}  // namespace forall::explore
