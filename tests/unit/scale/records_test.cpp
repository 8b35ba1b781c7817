// What one process writes, another reads.
#include "scale/records.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace forall::scale {
namespace {

using explore::Decided;
using explore::Facts;
using explore::Unit;
using testcase::NamedValues;

Unit unit() {
  const auto inputs = std::make_shared<const NamedValues>(NamedValues{{"a", {1, 2}}, {"p.x", {~0ull, 0}}});
  Unit unit;
  unit.open.push_back({inputs, {{11, 1}, {12, 0}, {13, 7}}, {7, 8}});
  unit.open.push_back({inputs, {{11, 1}, {12, 0}}, {0}});
  unit.open.push_back({std::make_shared<const NamedValues>(), {{11, 1}, {14, 5}}, {5}});
  unit.is_hard = true;
  unit.work_between_gifts = 3072;
  return unit;
}

Facts facts() {
  testcase::Case c;
  c.put = "S.f";
  c.inputs = {{"a", "int", testcase::ScalarKind::Int, 32, false, {5, 0}, "", false}};
  c.objects = {{"*p", "Node", 4096}};
  c.observations = {{"r", "int", testcase::ScalarKind::Int, 32, {6, 0}, "a + 1"}};
  c.outcome = {testcase::OutcomeKind::Crashed,
               testcase::Fault::EndlessLoop,
               std::string("m\0\xff", 3),
               "",
               "f.cpp",
               3,
               "g()",
               9,
               {},
               {{"s", "size()"}}};
  c.steps = {{1, "f.cpp", 3, "a > 4", false}, {2, "f.cpp", 4, "a < 9", true}, {1, "f.cpp", 3, "a > 4", false}};
  c.path_condition = "a > 4 && a < 9";
  c.covered = {{77, 1}, {78, 0}};
  Facts facts;
  facts.result.cases = {c, c};
  facts.result.paths = 2;
  facts.result.failed = 1;
  facts.result.queries = 300;
  facts.result.solver_seconds = 0.25;
  facts.result.ledger = {{testcase::LedgerKind::ConcretizedCall, "f", "g.cpp", 4, 17, "remedy"}};
  facts.result.undecided = {{"c", "f.cpp", 8, "timeout"}};
  facts.cases = {{3, false}, {2, true}};
  facts.bounds = {{testcase::LedgerKind::LengthBound, "cut", "h.h", 1, 1, "longer"}};
  facts.covered.reached = {true, false, true};
  facts.covered.covered = {{77, 1}, {78, 0}, {79, 1}};
  facts.endless_runs = 1;
  facts.left_open = 4;
  facts.end = explore::End::Cases;
  facts.passed = NamedValues{{"a", {1, 0}}};
  return facts;
}

TEST(RecordsTest, AUnitIsReadAsItWasWritten) {
  const Unit before = unit(), after = read_unit(bytes_of(before));
  ASSERT_EQ(after.open.size(), before.open.size());
  for (std::size_t i = 0; i < before.open.size(); ++i) {
    EXPECT_EQ(*after.open[i].inputs, *before.open[i].inputs);
    EXPECT_EQ(after.open[i].prefix, before.open[i].prefix);
    EXPECT_EQ(after.open[i].seen, before.open[i].seen);
  }
  EXPECT_EQ(after.open[0].inputs, after.open[1].inputs) << "shared";
  EXPECT_TRUE(after.is_hard);
  EXPECT_EQ(after.work_between_gifts, 3072u);
}

TEST(RecordsTest, FactsAreReadAsTheyWereWritten) {
  const Facts after = read_facts(bytes_of(facts()));
  EXPECT_EQ(bytes_of(after), bytes_of(facts()));
  const testcase::Case& c = after.result.cases.at(1);
  EXPECT_EQ(c.outcome.message, std::string("m\0\xff", 3));
  EXPECT_EQ(c.outcome.calls.at(0).call, "size()");
  EXPECT_EQ(c.steps.at(1).condition, "a < 9");
  EXPECT_TRUE(c.steps.at(1).has_unset);
  EXPECT_EQ(c.objects.at(0).address, 4096u);
  EXPECT_EQ(after.covered.covered, facts().covered.covered);
  EXPECT_EQ(after.end, explore::End::Cases);
  EXPECT_TRUE(after.cases.at(1).is_further);
  EXPECT_EQ(after.result.ledger.at(0).count, 17u);
  EXPECT_EQ(after.result.solver_seconds, 0.25);
  EXPECT_EQ(after.passed->at("a").lo, 1u);
}

TEST(RecordsTest, StepsThatPathsShareAreWrittenOnce) {
  Facts many = facts();
  many.result.cases.resize(1000, many.result.cases[0]);
  many.cases.resize(1000);
  EXPECT_LT(bytes_of(many).size(), 100 * 1000u);
}

TEST(RecordsTest, OptionsDecideExceptForTheTime) {
  explore::Options options, later;
  later.seconds = options.seconds + 1;
  EXPECT_EQ(bytes_of(options), bytes_of(later));
  options.unfold = 77;
  options.solver.narrow = false;
  EXPECT_NE(bytes_of(options), bytes_of(later));
  const explore::Options after = read_options(bytes_of(options));
  EXPECT_EQ(after.unfold, 77u);
  EXPECT_FALSE(after.solver.narrow);
  EXPECT_EQ(after.effort.conflicts, options.effort.conflicts);
}

TEST(RecordsTest, DamagedBytesAreRefused) {
  for (const std::string& bytes : {bytes_of(facts()), bytes_of(unit())}) {
    const bool is_facts = bytes == bytes_of(facts());
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      const std::string part = bytes.substr(0, size);
      EXPECT_THROW(is_facts ? void(read_facts(part)) : void(read_unit(part)), base::UserError) << size;
    }
  }
}

}  // namespace
}  // namespace forall::scale
