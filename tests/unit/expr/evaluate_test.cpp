// Evaluation under changing assignments.
#include "expr/evaluate.h"

#include <gtest/gtest.h>

namespace forall::expr {
namespace {

class EvaluateTest : public ::testing::Test {
 protected:
  Expr declare(std::uint64_t key, unsigned width) {
    return pool.variable({key, "v", "int", abi::ScalarKind::Int, static_cast<std::uint16_t>(width)});
  }
  static Assignment assign(std::uint64_t first, std::uint64_t second) {
    Assignment assignment;
    assignment.set(0, {first, 0});
    assignment.set(1, {second, 0});
    return assignment;
  }
  Pool pool;
  Evaluator evaluate{pool};
};

TEST_F(EvaluateTest, UnsetVariablesAreZero) {
  const Expr x = declare(1, 32), y = declare(2, 32);
  EXPECT_EQ(evaluate(x), Bits{});
  EXPECT_TRUE(evaluate.holds(pool.binary(Op::Eq, x, y)));
  EXPECT_FALSE(Assignment().has(0));
}

TEST_F(EvaluateTest, ANewAssignmentForgetsTheOldValues) {
  const Expr x = declare(1, 32), y = declare(2, 32), less = pool.binary(Op::Slt, x, y);
  evaluate.assign(assign(1, 2));
  EXPECT_TRUE(evaluate.holds(less));
  evaluate.assign(assign(2, 1));
  EXPECT_FALSE(evaluate.holds(less));
}

TEST_F(EvaluateTest, ExpressionsMadeAfterTheAssignmentCanBeEvaluated) {
  const Expr x = declare(1, 8), y = declare(2, 8);
  evaluate.assign(assign(0x12, 0x34));
  EXPECT_EQ(evaluate(x).lo, 0x12u);
  EXPECT_EQ(evaluate(pool.binary(Op::Concat, x, y)).lo, 0x1234u);
}

TEST_F(EvaluateTest, ValuesWiderThanTheVariableAreCut) {
  const Expr x = declare(1, 8);
  evaluate.assign(assign(0x1ff, 0));
  EXPECT_EQ(evaluate(x).lo, 0xffu);
}

TEST_F(EvaluateTest, AnIteTakesTheWidthOfItsBranches) {
  const Expr x = declare(1, 1), y = declare(2, 64);
  const Expr e = pool.ite(x, y, pool.constant(7, 64));
  evaluate.assign(assign(1, ~0ull));
  EXPECT_EQ(evaluate(e).lo, ~0ull);
  evaluate.assign(assign(0, ~0ull));
  EXPECT_EQ(evaluate(e).lo, 7u);
}

}  // namespace
}  // namespace forall::expr
