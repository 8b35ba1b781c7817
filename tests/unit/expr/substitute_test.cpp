#include "expr/substitute.h"

#include <gtest/gtest.h>

#include <random>

#include "expr/evaluate.h"

namespace forall::expr {
namespace {

Expr variable(Pool& pool, const char* name, unsigned width) {
  return pool.variable(
      {std::hash<std::string>{}(name), name, "unsigned", abi::ScalarKind::UInt, static_cast<std::uint16_t>(width)});
}

TEST(Substitution, LeavesTermsWithoutTheVariableAlone) {
  Pool pool;
  const Expr x = variable(pool, "x", 8), y = variable(pool, "y", 8);
  Substitution substitution(pool, x, pool.constant(3, 8));
  EXPECT_EQ(substitution(y), y);
  EXPECT_EQ(substitution(x), pool.constant(3, 8));
}

TEST(Substitution, SimplifiesOnTheWay) {
  Pool pool;
  const Expr x = variable(pool, "x", 8), y = variable(pool, "y", 8);
  Substitution substitution(pool, x, y);
  EXPECT_EQ(substitution(pool.binary(Op::Sub, x, y)), pool.constant(0, 8));
  EXPECT_EQ(substitution(pool.binary(Op::Ult, x, y)), pool.truth(false));
}

TEST(Substitution, ReplacesWholeTerms) {
  Pool pool;
  const Expr x = variable(pool, "x", 8), y = variable(pool, "y", 8);
  const Expr product = pool.binary(Op::Mul, x, y);
  Substitution substitution(pool, product, pool.constant(6, 8));
  EXPECT_EQ(substitution(pool.binary(Op::Ult, product, x)), pool.binary(Op::Ult, pool.constant(6, 8), x));
  EXPECT_EQ(substitution(pool.binary(Op::Add, x, y)), pool.binary(Op::Add, x, y));
}

TEST(Substitution, HandlesDeepTermsWithoutRecursion) {
  Pool pool;
  const Expr x = variable(pool, "x", 8), y = variable(pool, "y", 8);
  Expr e = x;
  for (int i = 0; i < 200000; ++i) e = pool.binary(i % 2 == 0 ? Op::Xor : Op::Mul, e, y);
  Substitution substitution(pool, x, pool.constant(0, 8));
  Expr expected = pool.constant(0, 8);
  for (int i = 0; i < 200000; ++i) expected = pool.binary(i % 2 == 0 ? Op::Xor : Op::Mul, expected, y);
  EXPECT_EQ(substitution(e), expected);
}

// The value of a term under x = v is the value of the term with v in place of x, for every operator.
TEST(Substitution, MeansWhatEvaluationMeans) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 300; ++round) {
    Pool pool;
    const Expr x = variable(pool, "x", 8), y = variable(pool, "y", 8);
    std::vector<Expr> terms = {x, y};
    const auto any = [&] { return terms[random() % terms.size()]; };
    for (int i = 0; i < 30; ++i) {
      constexpr Op kBinary[] = {Op::Add, Op::Sub, Op::Mul, Op::UDiv, Op::SDiv, Op::URem, Op::SRem,
                                Op::And, Op::Or,  Op::Xor, Op::Shl,  Op::LShr, Op::AShr};
      const Expr condition = pool.binary(random() % 2 == 0 ? Op::Slt : Op::Eq, any(), any());
      switch (random() % 5) {
        case 0: terms.push_back(pool.ite(condition, any(), any())); break;
        case 1: terms.push_back(pool.extract(pool.cast(Op::SExt, any(), 16), random() % 9, 8)); break;
        case 2: terms.push_back(pool.unary(random() % 2 == 0 ? Op::Not : Op::Neg, any())); break;
        case 3: terms.push_back(pool.extract(pool.binary(Op::Concat, any(), any()), random() % 9, 8)); break;
        default: terms.push_back(pool.binary(kBinary[random() % std::size(kBinary)], any(), any()));
      }
    }
    Assignment assignment;
    assignment.set(pool[y].low, {random() & 0xff, 0});
    const Bits value{random() & 0xff, 0};
    Substitution substitution(pool, x, pool.constant(value, 8));
    const Expr rewritten = substitution(terms.back());
    Evaluator after(pool);
    after.assign(assignment);
    assignment.set(pool[x].low, value);
    Evaluator before(pool);
    before.assign(assignment);
    EXPECT_EQ(after(rewritten), before(terms.back()));
  }
}

}  // namespace
}  // namespace forall::expr
