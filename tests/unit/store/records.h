// Records with all fields set, and their comparison.
#pragma once

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "helpers.h"

namespace forall::store::testing_support {

inline testcase::Case full_case() {
  testcase::Case c = numbered_case(7);
  c.name = "overflows";
  c.inputs[1].type = "unsigned __int128";
  c.inputs[1].kind = testcase::ScalarKind::UInt128;
  c.inputs[1].width = 128;
  c.inputs[1].value = {0xfedcba9876543210ULL, 0x8000000000000001ULL};
  c.inputs[2].value = {0xffffffffU, 0};
  c.inputs[3].type = "ns::Color";
  c.inputs[3].kind = testcase::ScalarKind::UnsignedEnum;
  c.inputs[4].is_choice = c.inputs[4].is_unset = true;
  c.observations = {{"sum", "long", testcase::ScalarKind::Long, 64, {~0ULL, 0}, "a[0] + a[1]"}};
  c.outcome = {testcase::OutcomeKind::Crashed,
               testcase::Fault::SignedOverflow,
               "1 + x",
               "E",
               "triangle.h",
               12,
               "f(int)",
               41,
               testcase::OutcomeDetail::Character,
               {{"a", "add(3)"}, {"b", "name(\"; \")"}}};
  c.covered = {{0xffffffffffffffffULL, 1}, {3, 0}};
  c.steps[0].site = 0xfffffffffffffff0ULL;
  c.steps[0].has_unset = true;
  return c;
}

inline testcase::Result result_of(std::vector<testcase::Case> cases) {
  testcase::Result result;
  result.put = put();
  result.verdict = testcase::VerdictKind::Refuted;
  result.cases = std::move(cases);
  result.undecided = {{"a * b == 7", "mul.h", 3, "timeout"}};
  result.ledger = {{testcase::LedgerKind::TimeBound, "no time left", "t.cpp", 9, 2, "--seconds"}};
  result.paths = 10;
  result.failed = 1;
  result.discarded = 2;
  result.cut = 3;
  result.infeasible = 4;
  result.runs = 5;
  result.queries = 6;
  result.branches_covered = 7;
  result.branches_total = 8;
  result.seconds = 1.5;
  result.solver_seconds = 0.5;
  result.fingerprint = "0123456789abcdef";
  result.code = {{"_Z1fv", ~0ULL}, {"_Z1gi", 7}};
  result.branches = {{{3, 0}, "triangle.h", 12, "f(int)", true}, {{3, 1}, "triangle.h", 12, "f(int)", false}};
  testcase::InputValue input;
  input.name = "a";
  input.type = "int";
  input.width = 32;
  input.value.lo = 5;
  result.axioms = {{"TableTest.SetThenGet", testcase::UsedAxiom::Standing::Proved, ""},
                   {"TableTest.GetIsPure", testcase::UsedAxiom::Standing::Stale, "the code has changed since"},
                   {"TableTest.Wrong", testcase::UsedAxiom::Standing::Refused, "k = 0: failed"}};
  result.missing = {{"Table::get after Table::set", "void SetThenGet(int k) { ... }\n"}};
  result.notes = {{testcase::NoteKind::CasesWithoutRun, "2 cases that no real run showed"}};
  result.stale = {{"was_small", {input}, {{"*p", "Node"}}, "triangle.h:12: now a == 5, before a != 5"}};
  return result;
}

inline void expect_same(const testcase::Case& x, const testcase::Case& y) {
  EXPECT_EQ(x.put, y.put);
  EXPECT_EQ(x.name, y.name);
  ASSERT_EQ(x.inputs.size(), y.inputs.size());
  for (std::size_t i = 0; i < x.inputs.size(); ++i) {
    EXPECT_EQ(x.inputs[i].name, y.inputs[i].name);
    EXPECT_EQ(x.inputs[i].type, y.inputs[i].type);
    EXPECT_EQ(x.inputs[i].kind, y.inputs[i].kind);
    EXPECT_EQ(x.inputs[i].width, y.inputs[i].width);
    EXPECT_EQ(x.inputs[i].is_choice, y.inputs[i].is_choice);
    EXPECT_EQ(x.inputs[i].is_unset, y.inputs[i].is_unset);
    EXPECT_TRUE(x.inputs[i].value == y.inputs[i].value);
    EXPECT_EQ(x.inputs[i].target, y.inputs[i].target);
  }
  ASSERT_EQ(x.objects.size(), y.objects.size());
  for (std::size_t i = 0; i < x.objects.size(); ++i) {
    EXPECT_EQ(x.objects[i].name, y.objects[i].name);
    EXPECT_EQ(x.objects[i].type, y.objects[i].type);
  }
  ASSERT_EQ(x.observations.size(), y.observations.size());
  for (std::size_t i = 0; i < x.observations.size(); ++i) {
    EXPECT_EQ(x.observations[i].name, y.observations[i].name);
    EXPECT_EQ(x.observations[i].expression, y.observations[i].expression);
    EXPECT_TRUE(x.observations[i].value == y.observations[i].value);
  }
  EXPECT_EQ(x.outcome.kind, y.outcome.kind);
  EXPECT_EQ(x.outcome.fault, y.outcome.fault);
  EXPECT_EQ(x.outcome.message, y.outcome.message);
  EXPECT_EQ(x.outcome.exception_type, y.outcome.exception_type);
  EXPECT_EQ(x.outcome.file, y.outcome.file);
  EXPECT_EQ(x.outcome.line, y.outcome.line);
  EXPECT_EQ(x.outcome.function, y.outcome.function);
  EXPECT_EQ(x.outcome.detail, y.outcome.detail);
  EXPECT_EQ(x.outcome.calls, y.outcome.calls);
  EXPECT_EQ(x.outcome.call_line, y.outcome.call_line);
  ASSERT_EQ(x.steps.size(), y.steps.size());
  for (std::size_t i = 0; i < x.steps.size(); ++i) {
    EXPECT_EQ(x.steps[i].site, y.steps[i].site);
    EXPECT_EQ(x.steps[i].condition, y.steps[i].condition);
    EXPECT_EQ(x.steps[i].file, y.steps[i].file);
    EXPECT_EQ(x.steps[i].line, y.steps[i].line);
    EXPECT_EQ(x.steps[i].has_unset, y.steps[i].has_unset);
  }
  EXPECT_EQ(x.path_condition, y.path_condition);
  EXPECT_EQ(x.covered, y.covered);
  EXPECT_EQ(x.native, y.native);
  EXPECT_EQ(x.native_detail, y.native_detail);
}

}  // namespace forall::store::testing_support
