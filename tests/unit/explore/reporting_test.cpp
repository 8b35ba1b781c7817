// What is said about an exploration: conditions, outcomes, the ledger, the verdict.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include "base/error.h"
#include "explore/conditions.h"
#include "explore/ledger.h"
#include "explore/outcome.h"
#include "explore/symbolizer.h"
#include "explore/verdict.h"
#include "expr/print.h"
#include "scripted_target.h"

namespace forall::explore {
namespace {

using abi::Fault;
using abi::Op;
using abi::OutcomeKind;
using expr::Expr;
using ::testing::HasSubstr;
using testing::Script;
using testing::ScriptedTarget;

class ConditionsTest : public ::testing::Test {
 protected:
  Expr constant(std::uint64_t c) { return pool.constant(c, 8); }
  Expr is(std::uint64_t c) { return pool.equals(x, {c, 0}); }
  Expr is_not(std::uint64_t c) { return pool.logical_not(is(c)); }
  Expr below(std::uint64_t c) { return pool.binary(Op::Ult, x, constant(c)); }
  Expr above(std::uint64_t c) { return pool.binary(Op::Ult, constant(c), x); }
  Expr signed_below(std::uint64_t c) { return pool.binary(Op::Slt, x, constant(c)); }
  std::string joined(const std::vector<Expr>& conditions) { return Conditions(pool).conjunction(conditions); }
  std::string only(Expr e) { return expr::print(pool, e); }

  expr::Pool pool;
  Expr x = pool.variable({1, "x", "unsigned char", abi::ScalarKind::UChar, 8});
  Expr y = pool.variable({2, "y", "unsigned char", abi::ScalarKind::UChar, 8});
};

TEST_F(ConditionsTest, NoConditionIsTrue) { EXPECT_EQ(joined({}), "true"); }

TEST_F(ConditionsTest, JoinsWithAnd) {
  const Expr other = pool.binary(Op::Ult, x, y);
  EXPECT_EQ(joined({is(3), other}), only(is(3)) + " && " + only(other));
}

TEST_F(ConditionsTest, DropsWhatAnEqualityImplies) {
  EXPECT_EQ(joined({is_not(1), is_not(2), below(9), is(3)}), only(is(3)));
  EXPECT_EQ(joined({is(3), is_not(1), below(9)}), only(is(3)));
}

TEST_F(ConditionsTest, DropsWeakerBounds) {
  EXPECT_EQ(joined({below(9), below(5)}), only(below(5)));
  EXPECT_EQ(joined({above(200), is_not(0)}), only(above(200)));
  EXPECT_EQ(joined({signed_below(0x80 + 5), signed_below(0x80 + 9)}), only(signed_below(0x80 + 5)));
}

TEST_F(ConditionsTest, KeepsWhatIsNotImplied) {
  EXPECT_EQ(joined({below(9), is_not(3)}), only(below(9)) + " && " + only(is_not(3)));
  EXPECT_EQ(joined({below(9), above(3)}), only(below(9)) + " && " + only(above(3)));
  EXPECT_EQ(joined({signed_below(5), below(9)}), only(signed_below(5)) + " && " + only(below(9)));
}

// Every pair of conditions on one byte: what is left means the same.
TEST_F(ConditionsTest, DroppingNeverChangesTheMeaning) {
  std::vector<Expr> all;
  for (const std::uint64_t c : {0, 1, 2, 127, 128, 129, 254, 255}) {
    for (const Op op : {Op::Eq, Op::Ult, Op::Ule, Op::Slt, Op::Sle}) {
      for (const Expr e : {pool.binary(op, x, constant(c)), pool.binary(op, constant(c), x)}) {
        for (const Expr condition : {e, pool.logical_not(e)}) {
          if (!pool.is_constant(condition)) all.push_back(condition);
        }
      }
    }
  }
  expr::Evaluator evaluate(pool);
  std::map<std::uint32_t, std::vector<bool>> meaning;
  for (const Expr e : all) meaning[e.id].resize(256);
  for (unsigned v = 0; v < 256; ++v) {
    expr::Assignment assignment;
    assignment.set(pool[x].low, {v, 0});
    evaluate.assign(assignment);
    for (const Expr e : all) meaning[e.id][v] = evaluate.holds(e);
  }
  Conditions conditions(pool);
  for (const Expr a : all) {
    for (const Expr b : all) {
      if (a == b) continue;
      const std::string text = conditions.conjunction(std::vector<Expr>{a, b});
      bool a_implies_b = true, b_implies_a = true;
      for (unsigned v = 0; v < 256; ++v) {
        a_implies_b = a_implies_b && (!meaning[a.id][v] || meaning[b.id][v]);
        b_implies_a = b_implies_a && (!meaning[b.id][v] || meaning[a.id][v]);
      }
      const std::string expected = a_implies_b ? only(a) : b_implies_a ? only(b) : only(a) + " && " + only(b);
      EXPECT_EQ(text, expected);
    }
  }
}

testcase::Outcome outcome_of(const testing::Body& body, const RunReport& report = {},
                             std::vector<Target::Frame> frames = {}) {
  ScriptedTarget target(body);
  target.frames = std::move(frames);
  target.run({});
  return read_outcome(target, report);
}

TEST(OutcomeTest, ACheckIsAtItsSite) {
  const auto outcome = outcome_of([](Script& s) { s.end(OutcomeKind::Crashed, Fault::SignedOverflow, 4); });
  EXPECT_EQ(outcome.file, "test.cpp");
  EXPECT_EQ(outcome.line, 104u);
  EXPECT_EQ(outcome.function, "f");
  EXPECT_EQ(outcome.message, "signed overflow");
}

TEST(OutcomeTest, AFailedAssertionIsWhereItStands) {
  const auto outcome = outcome_of([](Script& s) { s.fail(33, "x == y"); });
  EXPECT_EQ(outcome.line, 33u);
  EXPECT_EQ(outcome.message, "x == y");
}

TEST(OutcomeTest, WithoutASiteTheFirstFrameOfTheUserCounts) {
  ScriptedTarget target([](Script& s) { s.end(OutcomeKind::Crashed, Fault::Abort, abi::kNoSite); });
  target.frames = {{"abort", "/usr/lib/abort.c", 3},
                   {"std::vector<int>::at", "/usr/include/c++/12/bits/stl_vector.h", 9},
                   {"__forall_check_failed", "/build/check.cpp", 9},
                   {"forall::internal::Call", "/opt/include/forall/forall.h", 9},
                   {"testing::Run", "/opt/gtest/gtest.cc", 9},
                   {"List::get", "/home/me/list.cpp", 12},
                   {"main", "/home/me/main.cpp", 1}};
  target.run({});
  target.mutable_segment().outcome.frame_count = 2;
  const auto outcome = read_outcome(target, {});
  EXPECT_EQ(outcome.file, "/home/me/list.cpp");
  EXPECT_EQ(outcome.line, 12u);
  EXPECT_EQ(outcome.function, "List::get");
}

TEST(OutcomeTest, ADeadWorkerIsACrashByItsSignal) {
  const auto nothing = [](Script& s) { s.die(0); };
  const auto crashed = outcome_of(nothing, {true, false, SIGBUS});
  EXPECT_EQ(crashed.kind, OutcomeKind::Crashed);
  EXPECT_EQ(crashed.fault, Fault::BusError);
  EXPECT_EQ(outcome_of(nothing, {true, true, SIGKILL}).fault, Fault::EndlessLoop);
  EXPECT_EQ(outcome_of(nothing, {true, false, 2 << 8}).fault, Fault::Exit);
  EXPECT_THAT(outcome_of(nothing, {true, false, SIGKILL}).message, HasSubstr("Killed"));
}

TEST(OutcomeTest, ARunWithoutAnOutcomeIsOurBug) {
  EXPECT_THROW(outcome_of([](Script& s) { s.die(0); }, {}), base::SoundnessError);
}

TEST(SymbolizerTest, ReadsInlinedAndUnknownFrames) {
  const auto frames = parse_symbolizer_output(
      "inner(int)\n/src/a.h:3:5\nouter()\n/src/a.cpp:10:1\n\n??\n??:0:0\n\nlast\nC:/odd:name.cpp:7:2\n\n", 3);
  ASSERT_EQ(frames.size(), 3u);
  ASSERT_EQ(frames[0].size(), 2u);
  EXPECT_EQ(frames[0][0].function, "inner(int)");
  EXPECT_EQ(frames[0][1].file, "/src/a.cpp");
  EXPECT_EQ(frames[0][1].line, 10u);
  EXPECT_TRUE(frames[1].empty());
  EXPECT_EQ(frames[2][0].file, "C:/odd:name.cpp");
  EXPECT_EQ(frames[2][0].line, 7u);
}

class FakeProcesses : public base::Processes {
 public:
  base::ProcessResult run(const base::ProcessRequest& request) override {
    commands.push_back(request.command);
    base::ProcessResult result;
    if (missing.count(request.command[0])) return result;
    result.started = true;
    result.exit_code = 0;
    for (std::size_t i = 5; i < request.command.size(); ++i) {
      result.output += request.command[i];
      result.output += "\nf.cpp:1:1\n\n";
    }
    return result;
  }
  std::vector<std::vector<std::string>> commands;
  std::set<std::string> missing;
};

TEST(SymbolizerTest, AsksForEachAddressOnce) {
  FakeProcesses processes;
  Symbolizer symbolize("/bin/target", processes);
  EXPECT_EQ(symbolize({0x11, 0x21}).size(), 2u);
  const auto frames = symbolize({0x21, 0x31, 0x11});
  ASSERT_EQ(frames.size(), 3u);
  EXPECT_EQ(frames[0].function, "0x20");  // the call, not what follows it
  EXPECT_EQ(frames[2].function, "0x10");
  ASSERT_EQ(processes.commands.size(), 2u);
  EXPECT_EQ(processes.commands[1].size(), 6u);
}

TEST(SymbolizerTest, WithoutASymbolizerThereAreNoFrames) {
  FakeProcesses processes;
  processes.missing = {"llvm-symbolizer-19"};
  Symbolizer second("/bin/target", processes);
  EXPECT_EQ(second({0x11}).size(), 1u);
  processes.missing = {"llvm-symbolizer-19", "llvm-symbolizer"};
  Symbolizer none("/bin/target", processes);
  EXPECT_TRUE(none({0x11}).empty());
}

TEST(LedgerTest, GathersTheSameReasonAtTheSamePlace) {
  testcase::Put put{.suite = "S", .name = "N", .file = "put.cpp", .line = 3};
  std::vector<testcase::Site> sites(2);
  sites[1].file = "a.cpp";
  sites[1].line = 8;
  Ledger ledger(put, sites);
  EXPECT_TRUE(ledger.empty());
  const abi::LedgerRecord call{.kind = abi::LedgerKind::ConcretizedCall, .site = 1, .count = 9};
  ledger.add_approximation(call, "sin");
  ledger.add_approximation(call, "sin");
  ledger.add_approximation(call, "cos");
  ledger.add_approximation({.kind = abi::LedgerKind::ThreadStarted, .site = abi::kNoSite}, "");
  ASSERT_EQ(ledger.lines().size(), 3u);
  EXPECT_EQ(ledger.lines()[0].count, 2u);
  EXPECT_EQ(ledger.lines()[0].file, "a.cpp");
  EXPECT_EQ(ledger.lines()[0].line, 8u);
  EXPECT_EQ(ledger.lines()[2].kind, "thread-started");
  EXPECT_EQ(ledger.lines()[2].file, "put.cpp");
}

TEST(LedgerTest, EveryKindHasItsOwnNameAndARemedy) {
  testcase::Put put;
  std::vector<testcase::Site> sites;
  Ledger ledger(put, sites);
  for (int i = 0; i <= static_cast<int>(abi::LedgerKind::TraceFull); ++i) {
    ledger.add_approximation({.kind = static_cast<abi::LedgerKind>(i), .site = abi::kNoSite}, i % 2 ? "detail" : "");
  }
  std::set<std::string> kinds;
  for (const testcase::LedgerLine& line : ledger.lines()) {
    EXPECT_TRUE(kinds.insert(line.kind).second) << line.kind;
    EXPECT_FALSE(line.text.empty());
    EXPECT_FALSE(line.remedy.empty());
  }
  EXPECT_EQ(kinds.size(), 12u);
}

TEST(VerdictTest, IsProvedOnlyWithNothingInTheWay) {
  testcase::Result good;
  good.paths = 3;
  EXPECT_EQ(decide_verdict(good, true), testcase::VerdictKind::Proved);
  EXPECT_EQ(decide_verdict(good, false), testcase::VerdictKind::Open);
  const auto open_with = [&](auto change) {
    testcase::Result result = good;
    change(result);
    return decide_verdict(result, true);
  };
  EXPECT_EQ(open_with([](auto& r) { r.paths = 0; }), testcase::VerdictKind::Open);
  EXPECT_EQ(open_with([](auto& r) { r.cut = 1; }), testcase::VerdictKind::Open);
  EXPECT_EQ(open_with([](auto& r) { r.ledger.emplace_back(); }), testcase::VerdictKind::Open);
  EXPECT_EQ(open_with([](auto& r) { r.undecided.emplace_back(); }), testcase::VerdictKind::Open);
  EXPECT_EQ(open_with([](auto& r) { r.interrupted = true; }), testcase::VerdictKind::Open);
  EXPECT_EQ(open_with([](auto& r) { r.failed = 1, r.ledger.emplace_back(); }), testcase::VerdictKind::Refuted);
}

}  // namespace
}  // namespace forall::explore
