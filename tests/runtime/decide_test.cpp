#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "driver.h"

namespace forall::runtime_tests {
namespace {

using abi::DecisionKind;
using abi::Fault;
using abi::LedgerKind;
using abi::Op;
using abi::OutcomeKind;

constexpr u32 kEq = static_cast<u32>(Op::Eq), kUlt = static_cast<u32>(Op::Ult), kAdd = static_cast<u32>(Op::Add);

class Decide : public testing::Test {
 protected:
  Driver& driver = Driver::instance();
  void SetUp() override { driver.unfold = driver.decision_bound = 0; }
  void TearDown() override { driver.unfold = driver.decision_bound = 0; }
  u32 a = 0;
};

TEST_F(Decide, BranchIsRecordedWithItsSite) {
  driver.run([&] {
    __forall_branch(__forall_binary(kUlt | 32 << 8, input(&a, 4, "a", 3), 3, 0, 0, 5, 0), true, &branch_site);
  });
  ASSERT_EQ(driver.decisions().size(), 1u);
  const abi::Decision d = driver.decisions()[0];
  EXPECT_EQ(d.value, 1u);
  EXPECT_EQ(d.kind, DecisionKind::Branch);
  EXPECT_LT(d.site, driver.header().sites.count);
  EXPECT_EQ(records<abi::SiteRecord>(driver.header(), driver.header().sites)[d.site].line, 10u);
  EXPECT_EQ(driver.outcome().kind, OutcomeKind::Passed);
}

TEST_F(Decide, SameConditionIsDecidedOnce) {
  driver.run([&] {
    const u32 c = __forall_binary(kUlt | 32 << 8, input(&a, 4, "a", 3), 3, 0, 0, 5, 0);
    __forall_branch(c, true, &branch_site);
    __forall_branch(__forall_unary(static_cast<u32>(Op::Not) | 1 << 8, c, 0), false, &check_site);
  });
  EXPECT_EQ(driver.decisions().size(), 1u);
}

TEST_F(Decide, ConditionThatDisagreesWithTheProgramIsLedgerNotDecision) {
  driver.run([&] {
    __forall_branch(__forall_binary(kUlt | 32 << 8, input(&a, 4, "a", 3), 3, 0, 0, 5, 0), false, &branch_site);
  });
  EXPECT_TRUE(driver.decisions().empty());
  ASSERT_EQ(driver.ledger().size(), 1u);
  EXPECT_EQ(driver.ledger()[0].kind, LedgerKind::UndefinedValue);
}

TEST_F(Decide, NothingIsDecidedWhileSuspended) {
  driver.run([&] {
    const u32 c = __forall_binary(kUlt | 32 << 8, input(&a, 4, "a", 3), 3, 0, 0, 5, 0);
    __forall_state.suspended = 1;
    __forall_branch(c, true, &branch_site);
    __forall_state.suspended = 0;
  });
  EXPECT_TRUE(driver.decisions().empty());
}

// switch (a) { case 1: case 2: case 3: A; case 7: B; case 9: A; default: C }
constexpr abi::SwitchCase kCases[] = {{1, 1}, {2, 1}, {3, 1}, {7, 2}, {9, 1}};

TEST_F(Decide, SwitchIsAChainOfItsDirections) {
  for (u64 value = 0; value < 12; ++value) {
    driver.run([&] { __forall_switch(input(&a, 4, "a"), value, &branch_site, 5, kCases); }, {{"a", value}});
    const bool in_a = (value >= 1 && value <= 3) || value == 9, in_b = value == 7;
    const auto decisions = driver.decisions();
    ASSERT_EQ(decisions.size(), in_a ? 1u : 2u) << value;
    EXPECT_EQ(decisions[0].value, in_a ? 1u : 0u) << value;
    if (!in_a) {
      EXPECT_EQ(decisions[1].value, in_b ? 1u : 0u) << value;
    }
    // Each decided condition says the same for every other value.
    for (u64 other = 0; other < 12; ++other) {
      const bool other_a = (other >= 1 && other <= 3) || other == 9;
      EXPECT_EQ(driver.evaluate(decisions[0].node, {{"a", other}}).lo, other_a ? 1u : 0u);
      if (!in_a) {
        EXPECT_EQ(driver.evaluate(decisions[1].node, {{"a", other}}).lo, other == 7 ? 1u : 0u);
      }
    }
  }
}

TEST_F(Decide, UnfoldBoundCutsTheRun) {
  driver.unfold = 3;
  bool came_back = false;
  for (int round = 0; round < 2; ++round) {  // the counters start anew
    driver.run([&] {
      const u32 x = input(&a, 4, "a", 100);
      for (u64 i = 0; i < 10; ++i)
        __forall_branch(__forall_binary(kEq | 32 << 8, x, 100, 0, 0, i, 0), false, &branch_site);
      came_back = true;
    });
    EXPECT_FALSE(came_back);
    EXPECT_EQ(driver.outcome().kind, OutcomeKind::Cut);
    EXPECT_EQ(driver.outcome().fault, Fault::UnfoldBound);
    EXPECT_EQ(driver.decisions().size(), 3u);
    EXPECT_EQ(branch_site.decided, 0u);
  }
}

TEST_F(Decide, DecisionBoundCutsTheRun) {
  driver.decision_bound = 4;
  driver.run([&] {
    const u32 x = input(&a, 4, "a", 100);
    for (u64 i = 0; i < 10; ++i) {
      __forall_branch(__forall_binary(kEq | 32 << 8, x, 100, 0, 0, i, 0), false, i % 2 ? &branch_site : &check_site);
    }
  });
  EXPECT_EQ(driver.outcome().fault, Fault::DecisionBound);
  EXPECT_EQ(driver.decisions().size(), 4u);
}

TEST_F(Decide, FullNodeTableCutsTheRun) {
  driver.run([&] {
    u32 x = input(&a, 4, "a", 1);
    const u32 y = x;
    for (u64 i = 0; i < (1u << 17); ++i) x = __forall_binary(static_cast<u32>(Op::Mul) | 32 << 8, x, 1, 0, y, 1, 0);
  });
  EXPECT_EQ(driver.outcome().kind, OutcomeKind::Cut);
  EXPECT_EQ(driver.outcome().fault, Fault::TraceFull);
}

TEST_F(Decide, FailedCheckIsACrashWithItsFaultAndSite) {
  driver.run([&] { __forall_check_failed(&check_site); });
  EXPECT_EQ(driver.outcome().kind, OutcomeKind::Crashed);
  EXPECT_EQ(driver.outcome().fault, Fault::SignedOverflow);
  EXPECT_EQ(records<abi::SiteRecord>(driver.header(), driver.header().sites)[driver.outcome().site].line, 20u);
  EXPECT_GT(driver.outcome().frame_count, 1u);
}

TEST_F(Decide, SumWithAConstantIsDecidedAsTheOtherOperand) {
  driver.run([&] {
    const u32 x = input(&a, 4, "a", 7);
    __forall_decide(__forall_binary(kAdd | 32 << 8, x, 7, 0, 0, 5, 0), 12, 0, static_cast<u32>(DecisionKind::Value),
                    &branch_site);
    __forall_decide(x, 7, 0, static_cast<u32>(DecisionKind::Value), &branch_site);
  });
  ASSERT_EQ(driver.decisions().size(), 1u);
  EXPECT_EQ(driver.decisions()[0].value, 7u);
}

TEST_F(Decide, ScaledIndexIsDecidedAsTheIndex) {
  driver.run([&] {
    const u32 x = input(&a, 4, "a", 7);
    const u32 wide = __forall_unary(static_cast<u32>(Op::SExt) | 64 << 8, x, 0);
    const u32 scaled = __forall_binary(static_cast<u32>(Op::Mul) | 64 << 8, wide, 7, 0, 0, 12, 0);
    __forall_decide(scaled, 84, 0, static_cast<u32>(DecisionKind::Value), &branch_site);
    EXPECT_EQ(__forall_binary(kUlt | 32 << 8, x, 7, 0, 0, 9, 0), 0u) << "the index is a constant from now on";
  });
  ASSERT_EQ(driver.decisions().size(), 1u);
  EXPECT_EQ(driver.decisions()[0].value, 7u);
  EXPECT_EQ(driver.node(driver.decisions()[0].node).op, Op::Input);
}

TEST_F(Decide, ProductThatCanWrapIsDecidedAsItIs) {
  driver.run([&] {
    const u32 scaled = __forall_binary(static_cast<u32>(Op::Mul) | 32 << 8, input(&a, 4, "a", 7), 7, 0, 0, 12, 0);
    __forall_decide(scaled, 84, 0, static_cast<u32>(DecisionKind::Value), &branch_site);
  });
  ASSERT_EQ(driver.decisions().size(), 1u);
  EXPECT_EQ(driver.decisions()[0].value, 84u);
}

TEST_F(Decide, FalseAssumptionDiscardsAndIsDecided) {
  bool came_back = false;
  driver.run([&] {
    const u32 c = __forall_binary(kUlt | 32 << 8, input(&a, 4, "a", 9), 9, 0, 0, 5, 0);
    __forall_state.arguments[0] = c;
    __forall_state.argument_callee = reinterpret_cast<const void*>(&__forall_assume);
    __forall_assume(false, "b.cpp", 77);
    came_back = true;
  });
  EXPECT_FALSE(came_back);
  EXPECT_EQ(driver.outcome().kind, OutcomeKind::Discarded);
  EXPECT_EQ(driver.outcome().line, 77u);
  ASSERT_EQ(driver.decisions().size(), 1u);
  EXPECT_EQ(driver.decisions()[0].kind, DecisionKind::Assume);
  EXPECT_EQ(driver.decisions()[0].value, 0u);
  const auto site = records<abi::SiteRecord>(driver.header(), driver.header().sites)[driver.decisions()[0].site];
  EXPECT_EQ(driver.text(site.file), "b.cpp");
  EXPECT_EQ(site.line, 77u);
}

TEST_F(Decide, CoverageIsRecordedOncePerRun) {
  for (int round = 0; round < 2; ++round) {
    driver.run([&] {
      if ((branch_site.covered & 2) == 0) __forall_cover(&branch_site, 1);
      if ((branch_site.covered & 2) == 0) __forall_cover(&branch_site, 1);
    });
    EXPECT_EQ(driver.header().coverage.count, 1u);
  }
}

TEST_F(Decide, FailureIsKeptButACrashReplacesIt) {
  driver.run([&] {
    __forall_failed("t.cpp", 3, "Expected: x");
    __forall_failed("t.cpp", 4, "Expected: y");
  });
  EXPECT_EQ(driver.outcome().kind, OutcomeKind::Failed);
  EXPECT_EQ(driver.outcome().failures, 2u);
  EXPECT_EQ(driver.outcome().line, 3u);
  driver.run([&] {
    __forall_failed("t.cpp", 3, "Expected: x");
    __forall_check_failed(&check_site);
  });
  EXPECT_EQ(driver.outcome().kind, OutcomeKind::Crashed);
}

TEST_F(Decide, CallThatLeavesIsInTheLedgerOnlyWhileMemoryIsSymbolic) {
  driver.run([&] { __forall_external_returned(&a, "_Z3fooi", &branch_site); });
  EXPECT_TRUE(driver.ledger().empty());
  driver.run([&] {
    input(&a, 4, "a");
    __forall_external_returned(&a, "_Z3fooi", &branch_site);
    __forall_external_returned(&a, "_Z3fooi", &branch_site);
  });
  ASSERT_EQ(driver.ledger().size(), 1u);
  EXPECT_EQ(driver.ledger()[0].count, 2u);
  EXPECT_EQ(driver.text(driver.ledger()[0].detail), "foo(int)");
}

TEST_F(Decide, ArgumentWithAnotherValueIsNotTaken) {
  driver.run([&] {
    __forall_state.arguments[0] = input(&a, 4, "a", 5);
    EXPECT_NE(__forall_argument(0, 5, 0), 0u);
    EXPECT_EQ(__forall_argument(0, 6, 0), 0u);
  });
  EXPECT_EQ(driver.ledger().size(), 1u);
}

}  // namespace
}  // namespace forall::runtime_tests
