// Expressions and values as a C++ programmer would write them.
#include "expr/print.h"

#include <gtest/gtest.h>

#include <limits>

namespace forall::expr {
namespace {

using abi::ScalarKind;

class PrintTest : public ::testing::Test {
 protected:
  Expr declare(const std::string& name, ScalarKind kind, unsigned width) {
    return pool.variable({++key, name, "", kind, static_cast<std::uint16_t>(width)});
  }
  Expr k(std::int64_t value, unsigned width = 32) {
    return pool.constant(Bits{static_cast<std::uint64_t>(value), value < 0 ? ~0ull : 0}, width);
  }
  Expr bin(Op op, Expr x, Expr y) { return pool.binary(op, x, y); }
  Expr no(Expr x) { return pool.logical_not(x); }
  std::string text(Expr e) { return print(pool, e); }

  Pool pool;
  std::uint64_t key = 0;
  Expr a = declare("a", ScalarKind::Int, 32);
  Expr b = declare("b", ScalarKind::Int, 32);
  Expr u = declare("u", ScalarKind::UInt, 32);
  Expr v = declare("v", ScalarKind::UInt, 32);
  Expr c = declare("c", ScalarKind::Char8, 8);
  Expr n = declare("n", ScalarKind::Long, 64);
  Expr p = declare("p", ScalarKind::Bool, 1);
  Expr q = declare("q", ScalarKind::Bool, 1);
};

TEST_F(PrintTest, WritesComparisonsWithTheConstantSecond) {
  EXPECT_EQ(text(bin(Op::Slt, a, b)), "a < b");
  EXPECT_EQ(text(bin(Op::Slt, k(5), a)), "a > 5");
  EXPECT_EQ(text(no(bin(Op::Slt, a, k(5)))), "a >= 5");
  EXPECT_EQ(text(no(bin(Op::Slt, k(5), a))), "a <= 5");
  EXPECT_EQ(text(bin(Op::Eq, a, b)), "a == b");
  EXPECT_EQ(text(no(bin(Op::Eq, a, k(7)))), "a != 7");
}

TEST_F(PrintTest, WritesPointersAsSuch) {
  const Expr head = declare("head", ScalarKind::Pointer, 64), other = declare("other", ScalarKind::Pointer, 64);
  EXPECT_EQ(text(bin(Op::Eq, head, k(0, 64))), "head == nullptr");
  EXPECT_EQ(text(no(bin(Op::Eq, head, k(0, 64)))), "head != nullptr");
  EXPECT_EQ(text(bin(Op::Eq, head, other)), "head == other");
  EXPECT_EQ(text(bin(Op::Eq, head, k(0x7f0010, 64))), "head == 0x7f0010");
  EXPECT_EQ(print_value(ScalarKind::Pointer, 64, {}), "nullptr");
}

TEST_F(PrintTest, WritesEnumeratorsByName) {
  pool.set_enums({{"ns::Color", {{"Red", 0}, {"Green", 1}, {"Last", 1}}}, {"Level", {{"Low", ~0ull}}}});
  const Expr color = pool.variable({++key, "color", "ns::Color", ScalarKind::UnsignedEnum, 8});
  const Expr level = pool.variable({++key, "level", "Level", ScalarKind::SignedEnum, 8});
  EXPECT_EQ(text(bin(Op::Eq, color, k(1, 8))), "color == Color::Green");
  EXPECT_EQ(text(no(bin(Op::Eq, color, k(2, 8)))), "color != 2");
  EXPECT_EQ(text(bin(Op::Ult, color, k(1, 8))), "color == Color::Red");
  EXPECT_EQ(text(bin(Op::Eq, pool.cast(Op::SExt, level, 32), k(-1))), "level == Level::Low");
  EXPECT_EQ(text(bin(Op::Eq, level, k(0, 8))), "level == 0");
}

TEST_F(PrintTest, WritesConstantsInTheSignednessOfTheComparison) {
  EXPECT_EQ(text(bin(Op::Eq, a, k(-1))), "a == -1");
  EXPECT_EQ(text(bin(Op::Eq, u, k(-1))), "u == 4294967295");
  EXPECT_EQ(text(bin(Op::Slt, a, k(-3))), "a < -3");
  EXPECT_EQ(text(bin(Op::Ult, u, k(-3))), "u < 4294967293");
}

TEST_F(PrintTest, CastsWhereTheOperatorWantsTheOtherSignedness) {
  EXPECT_EQ(text(bin(Op::Ult, a, k(10))), "(unsigned)a < 10");
  EXPECT_EQ(text(bin(Op::Slt, u, k(10))), "(int)u < 10");
  EXPECT_EQ(text(bin(Op::Ult, bin(Op::Add, a, b), k(10))), "(unsigned)(a + b) < 10");
  EXPECT_EQ(text(bin(Op::UDiv, a, k(3))), "(unsigned)a / 3");
}

TEST_F(PrintTest, WritesMinimalParentheses) {
  EXPECT_EQ(text(bin(Op::Mul, bin(Op::Add, a, b), a)), "a * (a + b)");
  EXPECT_EQ(text(bin(Op::Sub, a, bin(Op::Mul, b, a))), "a - a * b");
  EXPECT_EQ(text(bin(Op::Sub, n, bin(Op::Sub, pool.cast(Op::SExt, a, 64), n))), "n - (a - n)");
  EXPECT_EQ(text(bin(Op::Eq, bin(Op::And, a, k(0x55)), k(5))), "(a & 0x55) == 5");
  EXPECT_EQ(text(bin(Op::Add, a, k(-3))), "a - 3");
  EXPECT_EQ(text(bin(Op::Sub, a, bin(Op::Sub, b, k(3)))), "a - b + 3");
}

TEST_F(PrintTest, WritesTruthValuesAsLogic) {
  EXPECT_EQ(text(bin(Op::And, p, bin(Op::Slt, a, b))), "p && a < b");
  EXPECT_EQ(text(bin(Op::Or, bin(Op::And, p, q), bin(Op::Slt, a, b))), "a < b || p && q");
  EXPECT_EQ(text(bin(Op::And, bin(Op::Or, p, q), bin(Op::Slt, a, b))), "a < b && (p || q)");
  EXPECT_EQ(text(no(bin(Op::And, p, q))), "!(p && q)");
  EXPECT_EQ(text(no(p)), "!p");
  EXPECT_EQ(text(bin(Op::Xor, p, q)), "p != q");
  EXPECT_EQ(text(pool.truth(true)), "true");
}

TEST_F(PrintTest, WritesCharactersBesideCharacterInputs) {
  EXPECT_EQ(text(bin(Op::Eq, c, k('x', 8))), "c == 'x'");
  EXPECT_EQ(text(bin(Op::Eq, pool.cast(Op::ZExt, c, 32), k('\n'))), "c == '\\n'");
  EXPECT_EQ(text(bin(Op::Ult, c, k('a', 8))), "c < 'a'");
}

TEST_F(PrintTest, WritesARangeTheCompilerFoldedAsARange) {
  const Expr digit = bin(Op::Ult, bin(Op::Add, c, k(-'0', 8)), k(10, 8));
  EXPECT_EQ(text(digit), "c >= '0' && c <= '9'");
  EXPECT_EQ(text(no(digit)), "c < '0' || c > '9'");
  EXPECT_EQ(text(bin(Op::And, p, no(digit))), "p && (c < '0' || c > '9')");
  EXPECT_EQ(text(bin(Op::Ult, bin(Op::Add, a, k(5)), k(10))), "a >= -5 && a <= 4");
}

TEST_F(PrintTest, ARangeAcrossTheEndOfItsTypeStaysAComparison) {
  EXPECT_EQ(text(bin(Op::Ult, bin(Op::Add, u, k(5)), k(10))), "u + 5 < 10");
}

TEST_F(PrintTest, WritesNoCastForAnInputThatKeepsItsValue) {
  EXPECT_EQ(text(bin(Op::Slt, pool.cast(Op::SExt, a, 64), n)), "a < n");
  EXPECT_EQ(text(bin(Op::Slt, n, pool.cast(Op::ZExt, u, 64))), "n < u");
  EXPECT_EQ(text(bin(Op::Slt, pool.cast(Op::ZExt, p, 32), a)), "p < a");
}

TEST_F(PrintTest, WritesACastWhereTheValueChanges) {
  EXPECT_EQ(text(bin(Op::Slt, n, pool.cast(Op::ZExt, a, 64))), "n < (unsigned)a");
  EXPECT_EQ(text(bin(Op::Slt, n, pool.cast(Op::SExt, u, 64))), "n < (int)u");
  EXPECT_EQ(text(bin(Op::Slt, pool.cast(Op::SExt, bin(Op::Add, a, b), 64), n)), "(long)(a + b) < n");
  EXPECT_EQ(text(bin(Op::Eq, pool.extract(a, 0, 8), k(5, 8))), "(unsigned char)a == 5");
  EXPECT_EQ(text(bin(Op::Eq, pool.extract(a, 8, 8), k(5, 8))), "(unsigned char)(a >> 8) == 5");
}

TEST_F(PrintTest, WritesShiftsAndMasksAmongBits) {
  EXPECT_EQ(text(bin(Op::Or, bin(Op::Shl, u, v), k(15))), "u << v | 0xf");
  EXPECT_EQ(text(bin(Op::Or, bin(Op::Shl, u, k(4)), v)), "v | u << 4");
  EXPECT_EQ(text(bin(Op::Xor, u, bin(Op::LShr, u, k(4)))), "u ^ u >> 4");
  EXPECT_EQ(text(bin(Op::AShr, a, k(4))), "a >> 4");
  EXPECT_EQ(text(bin(Op::And, u, k(15))), "u & 0xf");
  EXPECT_EQ(text(bin(Op::And, bin(Op::LShr, u, k(4)), k(15))), "u >> 4 & 0xf");
  EXPECT_EQ(text(bin(Op::Eq, bin(Op::And, u, k(1)), k(0))), "(u & 1) == 0");
}

// A compiler turns products, quotients and remainders into shifts and masks. Among numbers they are what was written.
TEST_F(PrintTest, WritesShiftsAmongNumbersAsArithmetic) {
  EXPECT_EQ(text(bin(Op::Shl, a, k(4))), "a * 16");
  EXPECT_EQ(text(bin(Op::Add, b, bin(Op::Shl, bin(Op::Add, a, b), k(1)))), "b + (a + b) * 2");
  EXPECT_EQ(text(bin(Op::Slt, bin(Op::Shl, a, k(1)), b)), "a * 2 < b");
  EXPECT_EQ(text(bin(Op::Eq, bin(Op::LShr, u, k(4)), v)), "v == u / 16");
  EXPECT_EQ(text(bin(Op::LShr, a, k(4))), "(unsigned)a / 16");
  EXPECT_EQ(text(bin(Op::Shl, a, k(20))), "a << 20");
}

TEST_F(PrintTest, WritesTheLowBitsOfASignedNumberAsARemainder) {
  EXPECT_EQ(text(bin(Op::Eq, bin(Op::And, a, k(3)), k(0))), "a % 4 == 0");
  EXPECT_EQ(text(no(bin(Op::Eq, bin(Op::And, a, k(3)), k(0)))), "a % 4 != 0");
  EXPECT_EQ(text(no(bin(Op::Eq, bin(Op::And, a, k(1)), k(0)))), "a % 2 != 0");
  EXPECT_EQ(text(bin(Op::Eq, bin(Op::And, bin(Op::Add, a, b), k(1)), k(0))), "(a + b) % 2 == 0");
}

TEST_F(PrintTest, WritesBytesOfAWordAsTheyArePutTogether) {
  const Expr d = declare("d", ScalarKind::Char, 8);
  EXPECT_EQ(text(bin(Op::Eq, bin(Op::Concat, c, d), k(0x4142, 16))), "c == 'A' && d == 'B'");
  EXPECT_EQ(text(bin(Op::Concat, bin(Op::Concat, c, d), d)), "c << 16 | d << 8 | d");
}

TEST_F(PrintTest, WritesTheDifferenceOfAContainersPointersAsItsSize) {
  const Expr size = declare("xs.size", ScalarKind::ULong, 64), bytes = bin(Op::Shl, size, k(3, 64));
  EXPECT_EQ(text(bin(Op::Eq, bytes, k(24, 64))), "xs.size == 3");
  EXPECT_EQ(text(bin(Op::Ult, bin(Op::SDiv, bytes, k(8, 64)), k(4, 64))), "xs.size < 4");
  EXPECT_EQ(text(bin(Op::Ult, bin(Op::SDiv, bytes, k(16, 64)), k(4, 64))),
            "(unsigned long)((long)(xs.size * 8) / 16) < 4");
}

TEST_F(PrintTest, WritesFieldsOfAWordWithoutASign) {
  const Expr field = pool.extract(a, 0, 2);
  EXPECT_EQ(text(bin(Op::Eq, field, k(3, 2))), "(a & 3) == 3");
  EXPECT_EQ(text(bin(Op::Slt, field, k(0, 2))), "(a & 3) >= 2");
  EXPECT_EQ(text(bin(Op::Sle, k(0, 2), field)), "(a & 3) < 2");
}

TEST_F(PrintTest, WritesConditionalsAndTheirUsualForms) {
  EXPECT_EQ(text(pool.ite(p, a, k(-2))), "p ? a : -2");
  EXPECT_EQ(text(pool.ite(bin(Op::Slt, a, b), a, b)), "min(a, b)");
  EXPECT_EQ(text(pool.ite(bin(Op::Slt, a, b), b, a)), "max(b, a)");
  EXPECT_EQ(text(pool.ite(bin(Op::Slt, a, k(0)), pool.unary(Op::Neg, a), a)), "abs(a)");
  EXPECT_EQ(text(bin(Op::Add, pool.ite(p, a, b), b)), "b + (p ? a : b)");
}

TEST_F(PrintTest, WritesOverflowChecksInWords) {
  const auto exact = [&](Op op, unsigned width) {
    const Expr first = pool.cast(Op::SExt, a, width), second = pool.cast(Op::SExt, b, width);
    const Expr wide = bin(op, first, second);
    return bin(Op::Eq, wide, pool.cast(Op::SExt, pool.extract(wide, 0, 32), width));
  };
  EXPECT_EQ(text(exact(Op::Add, 33)), "a + b does not overflow");
  EXPECT_EQ(text(no(exact(Op::Sub, 33))), "a - b overflows");
  EXPECT_EQ(text(no(exact(Op::Mul, 64))), "a * b overflows");
  EXPECT_EQ(text(bin(Op::Ult, bin(Op::Add, u, v), u)), "u + v overflows");
}

TEST_F(PrintTest, WritesOverflowChecksBySignsInWords) {
  const auto sum_overflows = [&](Expr x, Expr y) {
    const Expr sum = bin(Op::Add, x, y);
    return pool.extract(bin(Op::And, bin(Op::Xor, x, sum), bin(Op::Xor, y, sum)), 31, 1);
  };
  EXPECT_EQ(text(sum_overflows(a, b)), "a + b overflows");
  EXPECT_EQ(text(no(sum_overflows(a, b))), "a + b does not overflow");
  EXPECT_EQ(text(sum_overflows(bin(Op::Add, a, k(1)), b)), "b + (a + 1) overflows");
  const Expr difference = bin(Op::Sub, a, b);
  const Expr check = pool.extract(bin(Op::And, bin(Op::Xor, a, b), bin(Op::Xor, a, difference)), 31, 1);
  EXPECT_EQ(text(check), "a - b overflows");
}

TEST_F(PrintTest, DoesNotTakeOtherSignTestsForOverflow) {
  const Expr sum = bin(Op::Add, a, b);
  const Expr other = pool.extract(bin(Op::And, bin(Op::Xor, a, sum), bin(Op::Xor, u, sum)), 31, 1);
  EXPECT_EQ(text(other).find("overflow"), std::string::npos) << text(other);
}

TEST_F(PrintTest, CutsWhatNobodyReads) {
  Expr e = a;
  for (int i = 0; i < 200000; ++i) e = pool.intern(Node{Op::Sub, 32, 0, b, e, {}, {}});
  const std::string cut = text(e);
  EXPECT_LE(cut.size(), kMaxPrinted + 3);
  EXPECT_EQ(cut.substr(cut.size() - 3), "...");
}

TEST_F(PrintTest, WritesValuesInTheNotationOfTheirType) {
  EXPECT_EQ(print_value(ScalarKind::Int, 32, {0xffffffff, 0}), "-1");
  EXPECT_EQ(print_value(ScalarKind::UInt, 32, {0xffffffff, 0}), "4294967295");
  EXPECT_EQ(print_value(ScalarKind::Bool, 8, {1, 0}), "true");
  EXPECT_EQ(print_value(ScalarKind::Char, 8, {'a', 0}), "'a'");
  EXPECT_EQ(print_value(ScalarKind::Char, 8, {'\'', 0}), "'\\''");
  EXPECT_EQ(print_value(ScalarKind::Char, 8, {'\n', 0}), "'\\n'");
  EXPECT_EQ(print_value(ScalarKind::Char, 8, {0x80, 0}), "'\\x80'");
  EXPECT_EQ(print_value(ScalarKind::UChar, 8, {200, 0}), "200");
  EXPECT_EQ(print_value(ScalarKind::LongLong, 64, {1ull << 63, 0}), "-9223372036854775808");
  EXPECT_EQ(print_value(ScalarKind::Int128, 128, {0, 1ull << 63}), "-170141183460469231731687303715884105728");
  EXPECT_EQ(print_value(ScalarKind::UInt128, 128, {~0ull, ~0ull}), "340282366920938463463374607431768211455");
}

}  // namespace
}  // namespace forall::expr
