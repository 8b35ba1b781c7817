#include "axioms/witnesses.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scripted_exploration.h"

namespace forall::axioms {
namespace {

using namespace explore::testing;
using testcase::Case;
using testcase::OutcomeKind;
using testcase::Result;
using testcase::VerdictKind;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::StartsWith;

// The code under test: fails at line 7 for 7 alone.
void fails_for_seven(Script& s) {
  const Value x = s.input("x", 8);
  if (s.branch(0, s.equal(x, 7))) s.fail(7);
}

Case allowed(OutcomeKind kind, unsigned line, std::uint64_t x) {
  Case c;
  c.outcome.kind = kind;
  if (kind == OutcomeKind::Failed) c.outcome.file = "test.cpp";
  c.outcome.line = line;
  c.path_condition = "x == " + std::to_string(x);
  testcase::InputValue input;
  input.name = "x";
  input.width = 8;
  input.value.lo = x;
  c.inputs = {input};
  return c;
}

Result with_axioms(const ScriptedTarget& target, std::vector<Case> cases) {
  Result result;
  result.put = target.puts()[0];
  result.verdict = VerdictKind::Proved;
  result.paths = cases.size();
  result.is_exhausted = true;
  for (const Case& c : cases) {
    if (!testcase::refutes(c.outcome.kind)) continue;
    ++result.failed;
    result.verdict = VerdictKind::Refuted;
  }
  result.cases = std::move(cases);
  return result;
}

std::uint64_t value_of(const Case& c) { return c.inputs.at(0).value.lo; }

TEST(Witnesses, AreRunsThatEndInTheSameWay) {
  ScriptedTarget target(fails_for_seven);
  Result result = with_axioms(target, {allowed(OutcomeKind::Failed, 7, 7), allowed(OutcomeKind::Passed, 0, 3)});
  find_witnesses(target, result, {}, {});
  ASSERT_THAT(result.cases, SizeIs(2));
  EXPECT_EQ(result.cases[0].outcome.message, "expected") << "as the code says it";
  EXPECT_EQ(value_of(result.cases[0]), 7U);
  EXPECT_EQ(result.verdict, VerdictKind::Refuted);
  EXPECT_THAT(result.ledger, IsEmpty());
  EXPECT_THAT(result.notes, IsEmpty());
}

TEST(Witnesses, AreLookedForBeyondTheInputsOfTheCase) {
  ScriptedTarget target(fails_for_seven);
  Result result = with_axioms(target, {allowed(OutcomeKind::Failed, 7, 99)});
  find_witnesses(target, result, {}, {});
  ASSERT_THAT(result.cases, SizeIs(1));
  EXPECT_EQ(value_of(result.cases[0]), 7U);
  EXPECT_EQ(result.verdict, VerdictKind::Refuted);
}

TEST(Witnesses, AreFewRunsWhereTheInputsOfTheCasesDo) {
  ScriptedTarget target([](Script& s) {
    const Value x = s.input("x", 8);
    for (unsigned i = 0; i < 100; ++i) {
      if (s.branch(i % 16, s.equal(x, i))) s.fail(i);
    }
  });
  Result result = with_axioms(target, {allowed(OutcomeKind::Failed, 42, 42)});
  find_witnesses(target, result, {}, {});
  EXPECT_EQ(result.verdict, VerdictKind::Refuted);
  EXPECT_LE(target.paths.size(), 3U);
}

TEST(Witnesses, MissingForAFailureAreAWeaknessOfTheAxioms) {
  ScriptedTarget target([](Script& s) { s.branch(0, s.equal(s.input("x", 8), 7)); });
  Result result = with_axioms(target, {allowed(OutcomeKind::Failed, 7, 7), allowed(OutcomeKind::Passed, 0, 1)});
  find_witnesses(target, result, {}, {});
  EXPECT_EQ(result.verdict, VerdictKind::Open);
  EXPECT_EQ(result.failed, 0U);
  EXPECT_THAT(result.cases, SizeIs(1));
  ASSERT_THAT(kinds(result), ElementsAre("weak-axioms"));
  EXPECT_EQ(result.ledger[0].text, "the axioms allow a failure that no run of the code reproduced: failed when x == 7");
}

TEST(Witnesses, MissingForAPassingPathAreANote) {
  ScriptedTarget target([](Script& s) {
    if (s.branch(0, s.less(s.input("x", 8), 200))) s.fail(1);
    s.fail(2);
  });
  Result result = with_axioms(target, {allowed(OutcomeKind::Passed, 0, 1), allowed(OutcomeKind::Failed, 1, 1)});
  find_witnesses(target, result, {}, {});
  EXPECT_THAT(result.notes, SizeIs(1));
  EXPECT_EQ(result.notes[0].text, "1 path allowed by the axioms that no run of the code reproduced");
}

TEST(Witnesses, ThatFailRefuteWhateverTheAxiomsSay) {
  ScriptedTarget target(fails_for_seven);
  Result result = with_axioms(target, {allowed(OutcomeKind::Passed, 0, 7)});
  find_witnesses(target, result, {}, {});
  EXPECT_EQ(result.verdict, VerdictKind::Refuted);
  EXPECT_EQ(result.failed, 1U);
}

TEST(Witnesses, TakeTheSameBranchesInWhatWasEnteredWithAxioms) {
  ScriptedTarget target(fails_for_seven);
  Result result = with_axioms(target, {allowed(OutcomeKind::Passed, 0, 1)});
  result.branches = {{{1000, 1}, "client.h", 1, "client", true}};
  result.cases[0].covered = {{1000, 1}};
  find_witnesses(target, result, {}, {});
  EXPECT_THAT(result.notes, SizeIs(1)) << "no run that takes this branch passes";
}

TEST(Witnesses, WithoutCodeThereAreNone) {
  ScriptedTarget target([](Script& s) { s.end(OutcomeKind::Crashed, testcase::Fault::NotDefined, 0); });
  Result result = with_axioms(target, {allowed(OutcomeKind::Failed, 7, 7)});
  find_witnesses(target, result, {}, {});
  EXPECT_EQ(result.verdict, VerdictKind::Refuted);
  EXPECT_THAT(result.cases, SizeIs(1));
  EXPECT_TRUE(has_no_code_to_run(result));
  EXPECT_THAT(result.notes[0].text, StartsWith("fails under the axioms; no run of the code reproduces it: "));
}

TEST(Witnesses, AnInterruptedSearchShowsNothing) {
  ScriptedTarget target(fails_for_seven);
  Result result = with_axioms(target, {allowed(OutcomeKind::Failed, 7, 7)});
  const std::atomic<bool> stop = true;
  explore::Hooks hooks;
  hooks.stop = &stop;
  find_witnesses(target, result, {}, hooks);
  EXPECT_EQ(result.verdict, VerdictKind::Open);
  EXPECT_TRUE(result.interrupted);
  EXPECT_THAT(kinds(result), ElementsAre("interrupted"));
}

TEST(MissingCode, IsNoFailureOfATest) {
  ScriptedTarget target([](Script& s) {
    if (s.branch(0, s.equal(s.input("x", 8), 7))) s.end(OutcomeKind::Crashed, testcase::Fault::NotDefined, 0);
  });
  Result result = explore_scripted(target);
  ASSERT_EQ(result.verdict, VerdictKind::Refuted);
  forgive_missing_code(result);
  EXPECT_EQ(result.verdict, VerdictKind::Open);
  EXPECT_EQ(result.failed, 0U);
  EXPECT_THAT(result.cases, SizeIs(1));
  EXPECT_THAT(kinds(result), ElementsAre("no-code"));
  EXPECT_TRUE(has_no_code_to_run(result));
}

}  // namespace
}  // namespace forall::axioms
