// Floating-point expressions as a C++ programmer would write them.
#include <gtest/gtest.h>

#include <cstring>

#include "abi/floating.h"
#include "expr/floating.h"
#include "expr/print.h"

namespace forall::expr {
namespace {

using abi::ScalarKind;

class PrintFloating : public ::testing::Test {
 protected:
  Expr declare(const std::string& name, ScalarKind kind, unsigned width) {
    return pool.variable({++key, name, "", kind, static_cast<std::uint16_t>(width)});
  }
  Expr k(double v, unsigned width = 64) {
    std::uint64_t bits;
    std::memcpy(&bits, &v, sizeof bits);
    return pool.constant(from_u128(apply_exactly(Op::FCast, width, 64, bits, 0, 0, 0)), width);
  }
  Expr f(Op op, Expr a, Expr b = {}, Expr c = {}) { return pool.floating(op, 64, 0, a, b, c); }
  Expr to(Op op, unsigned width, Expr a, unsigned parameter = 0) { return pool.floating(op, width, parameter, a); }
  std::string text(Expr e) { return print(pool, e); }

  Pool pool;
  std::uint64_t key = 0;
  Expr x = declare("x", ScalarKind::Double, 64), y = declare("y", ScalarKind::Double, 64);
  Expr z = declare("z", ScalarKind::Float, 32);
  Expr i = declare("i", ScalarKind::Int, 32);
  Expr n = declare("n", ScalarKind::Long, 64);
};

TEST_F(PrintFloating, WritesArithmeticWithItsParentheses) {
  EXPECT_EQ(text(f(Op::FAdd, x, y)), "x + y");
  EXPECT_EQ(text(f(Op::FSub, x, f(Op::FSub, y, k(0.1)))), "x - (y - 0.1)");
  EXPECT_EQ(text(f(Op::FMul, f(Op::FAdd, x, k(-2.5)), y)), "y * (x - 2.5)");
  EXPECT_EQ(text(f(Op::FDiv, f(Op::FDiv, k(1), x), y)), "1.0 / x / y");
  EXPECT_EQ(text(f(Op::FFma, x, y, k(3))), "fma(x, y, 3.0)");
}

TEST_F(PrintFloating, WritesComparisonsWithTheConstantSecond) {
  EXPECT_EQ(text(f(Op::FLt, x, k(0.5))), "x < 0.5");
  EXPECT_EQ(text(f(Op::FLe, k(0.5), x)), "x >= 0.5");
  EXPECT_EQ(text(pool.logical_not(f(Op::FLt, x, y))), "!(x < y)");
  EXPECT_EQ(text(pool.logical_not(f(Op::FEq, f(Op::FMul, x, x), k(2)))), "x * x != 2.0");
  EXPECT_EQ(text(pool.floating(Op::FLt, 1, 0, z, k(0.1, 32))), "z < 0.1");
  EXPECT_EQ(text(f(Op::FLt, x, k(1e300))), "x < 1e+300");
  EXPECT_EQ(text(pool.logical_not(f(Op::FIsNan, x))), "!isnan(x)");
}

TEST_F(PrintFloating, WritesFunctionsByTheirNames) {
  EXPECT_EQ(text(f(Op::FSqrt, x)), "sqrt(x)");
  EXPECT_EQ(text(to(Op::FRound, 64, x, static_cast<unsigned>(abi::Rounding::Down))), "floor(x)");
  EXPECT_EQ(text(to(Op::FMath1, 64, x, static_cast<unsigned>(abi::MathFunction::Sin))), "sin(x)");
  EXPECT_EQ(text(pool.floating(Op::FMath2, 64, static_cast<unsigned>(abi::MathFunction::Pow), x, k(2))), "pow(x, 2.0)");
}

TEST_F(PrintFloating, WritesConversionsAsCasts) {
  EXPECT_EQ(text(to(Op::SToF, 64, n)), "(double)n");
  EXPECT_EQ(text(to(Op::UToF, 32, i)), "(float)(unsigned)i");
  EXPECT_EQ(text(to(Op::FCast, 64, z)), "(double)z");
  EXPECT_EQ(text(to(Op::FToS, 32, f(Op::FAdd, x, y))), "(int)(x + y)");
  EXPECT_EQ(text(pool.binary(Op::Slt, to(Op::FToS, 32, x), i)), "(int)x < i");
}

TEST_F(PrintFloating, WritesSignsAsNegationAndAbsoluteValue) {
  const Expr sign = pool.constant(from_u128(sign_of_float(64)), 64);
  EXPECT_EQ(text(pool.binary(Op::Xor, x, sign)), "-x");
  EXPECT_EQ(text(f(Op::FLt, pool.binary(Op::And, x, pool.unary(Op::Not, sign)), y)), "fabs(x) < y");
}

TEST_F(PrintFloating, WritesChoicesBetweenNumbers) {
  EXPECT_EQ(text(f(Op::FAdd, pool.ite(f(Op::FLt, x, y), x, k(1.5)), y)), "y + (x < y ? x : 1.5)");
}

}  // namespace
}  // namespace forall::expr
