#include "class_tests/deduce.h"

#include <gtest/gtest.h>

#include "base/hash.h"

namespace forall::class_tests {
namespace {

using expr::Expr;
using expr::Op;

// A counter by hand: the constructor sets n to 0, `up` raises it while it is below 5, `look` reads it when it has a value.
class Counter : public testing::Test {
 protected:
  Counter() {
    n_ = pool_.variable({base::fnv1a("self.n"), "self.n", "unsigned", abi::ScalarKind::UInt, 32});
    subject_.flow.nodes = {{"n", true, 0, 1, 1}, {"n", true, 1, 2, 1}, {"n", false, 2, 3, 1}};
    subject_.flow.methods.resize(3);
    subject_.flow.methods[0].is_constructor = true;
    subject_.flow.methods[0].name = "Counter";
    subject_.flow.methods[1].name = "up";
    subject_.flow.methods[2].name = "look";
    subject_.operations = {{0, "make0"}, {1, "call1"}, {2, "call2"}};
    const std::uint32_t n = pool_[n_].low;
    summaries_.members = {n};
    summaries_.paths.push_back({.operation = 0,
                                .number = 0,
                                .condition = {},
                                .next = {{n, pool_.constant(0, 32)}},
                                .events = {0},
                                .arguments = {},
                                .result = {}});
    const Expr is_below = pool_.binary(Op::Ult, n_, pool_.constant(5, 32));
    const Expr more = pool_.binary(Op::Add, n_, pool_.constant(1, 32));
    summaries_.paths.push_back({.operation = 1,
                                .number = 0,
                                .condition = {is_below},
                                .next = {{n, more}},
                                .events = {1},
                                .arguments = {},
                                .result = {}});
    summaries_.paths.push_back({.operation = 1,
                                .number = 1,
                                .condition = {pool_.logical_not(is_below)},
                                .next = {},
                                .events = {},
                                .arguments = {},
                                .result = {}});
  }

  // The pair of `up` and `look`, where `look` uses n only if it is `value`.
  Deduction look_at(std::uint64_t value) {
    summaries_.paths.push_back({.operation = 2,
                                .number = 0,
                                .condition = {pool_.equals(n_, {value, 0})},
                                .next = {},
                                .events = {2},
                                .arguments = {},
                                .result = {}});
    Deducer deducer(subject_, summaries_, pool_, {});
    return deducer.shortest(goal_of(subject_, summaries_, {1, 2, true}));
  }

  expr::Pool pool_;
  Expr n_;
  Subject subject_;
  Summaries summaries_;
};

TEST_F(Counter, TheShortestSequenceCountsUp) {
  const Deduction found = look_at(3);
  EXPECT_EQ(found.answer, Answer::Feasible);
  ASSERT_EQ(found.calls.size(), 5u);  // Counter() up() up() up() look()
  EXPECT_EQ(found.calls.front().operation, 0u);
  EXPECT_EQ(found.calls.back().operation, 2u);
}

TEST_F(Counter, TheFirstCallMayDefine) {
  const Deduction found = look_at(1);
  ASSERT_EQ(found.calls.size(), 3u);
}

TEST_F(Counter, WhatNoSequenceReachesIsInfeasible) {
  EXPECT_EQ(look_at(0).answer, Answer::Infeasible);  // up defines, so n is not 0 afterwards
  summaries_.paths.pop_back();
  EXPECT_EQ(look_at(6).answer, Answer::Infeasible);
}

TEST_F(Counter, AGapInTheSummariesLeavesItOpen) {
  summaries_.gaps = {"up(): loops without end"};
  EXPECT_EQ(look_at(6).answer, Answer::Open);
  summaries_.paths.pop_back();
  EXPECT_EQ(look_at(2).answer, Answer::Feasible);
}

TEST_F(Counter, TheInvariantBoundsIt) {
  Deducer deducer(subject_, summaries_, pool_, {});
  const Expr bound = pool_.binary(Op::Ule, n_, pool_.constant(5, 32));
  const auto& found = deducer.invariant();
  EXPECT_NE(std::find(found.begin(), found.end(), bound), found.end());
}

}  // namespace
}  // namespace forall::class_tests
