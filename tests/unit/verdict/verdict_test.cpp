#include "verdict/verdict.h"

#include <gtest/gtest.h>

namespace forall::verdict {
namespace {

using testcase::Case;
using testcase::OutcomeKind;
using testcase::Result;
using testcase::VerdictKind;

Result exhausted() {
  Result result;
  result.paths = 3;
  result.is_exhausted = true;
  return result;
}

template <typename Change>
VerdictKind with(Change change) {
  Result result = exhausted();
  change(result);
  return decide(result);
}

void add_case(Result& result, OutcomeKind kind, Case::Native native) {
  Case c;
  c.outcome.kind = kind;
  c.native = native;
  result.failed += testcase::refutes(kind);
  result.cases.push_back(c);
}

TEST(VerdictTest, IsProvedOnlyWithNothingInTheWay) {
  EXPECT_EQ(decide(exhausted()), VerdictKind::Proved);
  EXPECT_EQ(with([](Result& r) { r.is_exhausted = false; }), VerdictKind::Open);
  EXPECT_EQ(with([](Result& r) { r.paths = 0; }), VerdictKind::Open);
  EXPECT_EQ(with([](Result& r) { r.cut = 1; }), VerdictKind::Open);
  EXPECT_EQ(with([](Result& r) { r.ledger.emplace_back(); }), VerdictKind::Open);
  EXPECT_EQ(with([](Result& r) { r.undecided.emplace_back(); }), VerdictKind::Open);
  EXPECT_EQ(with([](Result& r) { r.interrupted = true; }), VerdictKind::Open);
}

TEST(VerdictTest, AFailureRefutesWhateverElseIsKnown) {
  EXPECT_EQ(with([](Result& r) { r.failed = 1; }), VerdictKind::Refuted);
  EXPECT_EQ(with([](Result& r) { r.failed = 1, r.ledger.emplace_back(); }), VerdictKind::Refuted);
  EXPECT_EQ(with([](Result& r) { r.failed = 1, r.is_exhausted = false, r.interrupted = true; }), VerdictKind::Refuted);
}

TEST(VerdictTest, AFailureThatNoCodeCanShowRefutesIfItIsExact) {
  EXPECT_EQ(with([](Result& r) { r.failed = 1, r.is_unwitnessed = true; }), VerdictKind::Refuted);
  EXPECT_EQ(with([](Result& r) { r.failed = 1, r.is_unwitnessed = true, r.ledger.emplace_back(); }), VerdictKind::Open);
}

TEST(VerdictTest, ClosedTestsThatDoNotCompileLeaveItOpen) {
  EXPECT_EQ(with([](Result& r) { r.failed = 1, r.do_tests_compile = false, r.ledger.emplace_back(); }),
            VerdictKind::Open);
}

TEST(VerdictTest, WhereANativeRunDiffersOnlyConfirmedFailuresCount) {
  const auto failed = [](Result& r, Case::Native native) { add_case(r, OutcomeKind::Failed, native); };
  EXPECT_EQ(with([&](Result& r) { failed(r, Case::Native::Confirmed); }), VerdictKind::Refuted);
  EXPECT_EQ(with([&](Result& r) { failed(r, Case::Native::NotRun); }), VerdictKind::Refuted);
  EXPECT_EQ(with([&](Result& r) { failed(r, Case::Native::Differs), r.ledger.emplace_back(); }), VerdictKind::Open);
  EXPECT_EQ(with([&](Result& r) {
              failed(r, Case::Native::Differs), failed(r, Case::Native::Confirmed), r.ledger.emplace_back();
            }),
            VerdictKind::Refuted);
  EXPECT_EQ(with([&](Result& r) { add_case(r, OutcomeKind::Passed, Case::Native::Differs), r.ledger.emplace_back(); }),
            VerdictKind::Open);
}

}  // namespace
}  // namespace forall::verdict
