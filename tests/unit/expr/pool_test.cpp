// Hash-consing, constant folding, canonical order, support sets and width checks of the pool.
#include "expr/pool.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "expr/evaluate.h"

namespace forall::expr {
namespace {

Variable named(const std::string& name, std::uint64_t key, unsigned width = 32) {
  return Variable{key, name, "int", abi::ScalarKind::Int, static_cast<std::uint16_t>(width)};
}

class PoolTest : public ::testing::Test {
 protected:
  Pool pool;
  Expr x = pool.variable(named("x", 1));
  Expr y = pool.variable(named("y", 2));
  Expr z = pool.variable(named("z", 3));
};

TEST_F(PoolTest, EqualExpressionsHaveEqualHandles) {
  EXPECT_EQ(pool.binary(Op::Sub, x, y), pool.binary(Op::Sub, x, y));
  EXPECT_NE(pool.binary(Op::Sub, x, y), pool.binary(Op::Sub, y, x));
  EXPECT_NE(pool.extract(x, 0, 8), pool.extract(x, 8, 8));
}

TEST_F(PoolTest, OneKeyIsOneVariable) {
  EXPECT_EQ(pool.variable(named("x", 1)), x);
  EXPECT_EQ(pool.variables().size(), 3u);
  EXPECT_EQ(pool.variable_expr(1), y);
}

TEST_F(PoolTest, AKeyWithTwoWidthsIsAnErrorOfTheUserThatNamesTheInput) {
  try {
    pool.variable(named("x", 1, 64));
    FAIL();
  } catch (const base::UserError& error) {
    EXPECT_NE(std::string(error.what()).find("'x'"), std::string::npos);
  }
}

TEST_F(PoolTest, ConstantsAreCutToTheirWidth) {
  EXPECT_EQ(pool.constant(0x1ff, 8), pool.constant(0xff, 8));
  EXPECT_NE(pool.constant(0xff, 8), pool.constant(0xff, 9));
  EXPECT_EQ(pool.value(pool.constant(Bits{~0ull, ~0ull}, 65)), (Bits{~0ull, 1}));
}

TEST_F(PoolTest, ConstantsFold) {
  const Expr five = pool.constant(5, 32), seven = pool.constant(7, 32);
  EXPECT_EQ(pool.binary(Op::Add, five, seven), pool.constant(12, 32));
  EXPECT_EQ(pool.binary(Op::Ult, five, seven), pool.truth(true));
  EXPECT_EQ(pool.binary(Op::Concat, pool.constant(0xab, 8), pool.constant(0x1, 4)), pool.constant(0xab1, 12));
  EXPECT_EQ(pool.cast(Op::SExt, pool.constant(0x80, 8), 16), pool.constant(0xff80, 16));
  EXPECT_EQ(pool.extract(pool.constant(0xabcd, 16), 4, 8), pool.constant(0xbc, 8));
  EXPECT_EQ(pool.ite(pool.truth(false), five, seven), seven);
  EXPECT_EQ(pool.unary(Op::Neg, five), pool.constant(0xfffffffb, 32));
}

TEST_F(PoolTest, CommutativeOperandsAreOrderedAndConstantsComeSecond) {
  EXPECT_EQ(pool.binary(Op::Add, x, y), pool.binary(Op::Add, y, x));
  const Expr sum = pool.binary(Op::Add, pool.constant(3, 32), x);
  EXPECT_EQ(pool[sum].a, x);
  EXPECT_TRUE(pool.is_constant(pool[sum].b));
}

TEST_F(PoolTest, SurvivesTheGrowthOfItsTable) {
  std::vector<Expr> made;
  for (std::uint64_t i = 0; i < 20000; ++i) made.push_back(pool.constant(i, 40));
  for (std::uint64_t i = 0; i < 20000; ++i) ASSERT_EQ(pool.constant(i, 40), made[i]);
}

TEST_F(PoolTest, SupportIsTheSortedSetOfVariables) {
  using Set = std::vector<std::uint32_t>;
  EXPECT_EQ(pool.support(pool.constant(1, 8)), Set{});
  EXPECT_EQ(pool.support(y), Set{1});
  const Expr e = pool.binary(Op::Mul, pool.binary(Op::Sub, z, x), z);
  EXPECT_EQ(pool.support(e), (Set{0, 2}));
  EXPECT_EQ(pool.support(pool.binary(Op::UDiv, e, y)), (Set{0, 1, 2}));
}

TEST_F(PoolTest, SupportSetsAreSharedAndStay) {
  const std::vector<std::uint32_t>& first = pool.support(pool.binary(Op::Sub, x, y));
  const std::vector<std::uint32_t>& second = pool.support(pool.binary(Op::Mul, x, y));
  EXPECT_EQ(&first, &second);
  for (std::uint64_t key = 10; key < 500; ++key) pool.support(pool.variable(named("v", key)));
  EXPECT_EQ(first.size(), 2u);
}

TEST_F(PoolTest, DeepExpressionsNeedNoStack) {
  Expr e = x;
  for (int i = 0; i < 1000000; ++i) e = pool.intern(Node{Op::Sub, 32, 0, e, i % 2 ? y : z, {}, {}});
  EXPECT_EQ(pool.support(e).size(), 3u);
  Evaluator evaluate(pool);
  Assignment assignment;
  assignment.set(0, Bits{1, 0});
  evaluate.assign(assignment);
  EXPECT_EQ(evaluate(e), (Bits{1, 0}));
}

TEST_F(PoolTest, IllFormedExpressionsAreRefusedInEveryBuild) {
  const Expr byte = pool.extract(x, 0, 8);
  EXPECT_THROW(pool.binary(Op::Add, x, byte), base::SoundnessError);
  EXPECT_THROW(pool.unary(Op::Add, x), base::SoundnessError);
  EXPECT_THROW(pool.binary(Op::Not, x, y), base::SoundnessError);
  EXPECT_THROW(pool.cast(Op::ZExt, x, 8), base::SoundnessError);
  EXPECT_THROW(pool.cast(Op::ZExt, x, 129), base::SoundnessError);
  EXPECT_THROW(pool.extract(x, 25, 8), base::SoundnessError);
  EXPECT_THROW(pool.extract(x, 0xffffffff, 8), base::SoundnessError);
  EXPECT_THROW(pool.ite(x, x, y), base::SoundnessError);
  EXPECT_THROW(pool.ite(pool.truth(true), x, byte), base::SoundnessError);
}

}  // namespace
}  // namespace forall::expr
