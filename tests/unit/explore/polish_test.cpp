#include "explore/polish.h"

#include <gtest/gtest.h>

#include <cstring>

#include "base/hash.h"
#include "expr/floating.h"

namespace forall::explore {
namespace {

using abi::Op;
using abi::ScalarKind;
using expr::Expr;

class PolishTest : public ::testing::Test {
 protected:
  Expr input(const std::string& name, ScalarKind kind, unsigned width, std::uint64_t value) {
    inputs.push_back({name, "t", kind, width, false, {value, 0}, {}});
    return pool.variable({base::fnv1a(name), name, "t", kind, static_cast<std::uint16_t>(width)});
  }
  void hold(Expr condition) { steps.push_back({0, abi::DecisionKind::Branch, condition, 1, condition}); }
  Expr constant(std::uint64_t value, unsigned width) { return pool.constant(value, width); }
  std::uint64_t polished(const std::string& name) { return Polish(pool)(inputs, steps).at(name).lo; }

  expr::Pool pool;
  std::vector<testcase::InputValue> inputs;
  std::vector<trace::Step> steps;
};

TEST_F(PolishTest, NumbersBecomeZeroWhereNothingHolds) {
  input("n", ScalarKind::Int, 32, 0x40000001);
  EXPECT_EQ(polished("n"), 0u);
}

TEST_F(PolishTest, NumbersBecomeTheSmallestThatTheirConditionsAllow) {
  const Expr n = input("n", ScalarKind::Int, 32, 0x40000001);
  hold(pool.binary(Op::Slt, constant(1234, 32), n));
  EXPECT_EQ(polished("n"), 1235u);
}

TEST_F(PolishTest, WhatOneNumberGainsFreesAnother) {
  const Expr a = input("a", ScalarKind::Int, 32, 0x60000001);
  const Expr b = input("b", ScalarKind::Int, 32, 0x40000001);
  hold(pool.binary(Op::Slt, b, a));
  EXPECT_EQ(polished("b"), 0u);
  EXPECT_EQ(polished("a"), 1u);
}

TEST_F(PolishTest, EqualInputsShrinkTogether) {
  const Expr a = input("a", ScalarKind::Int, 32, 805306367);
  const Expr b = input("b", ScalarKind::Int, 32, 805306367);
  const Expr c = input("c", ScalarKind::Int, 32, 805306367);
  hold(pool.binary(Op::Eq, a, b));
  hold(pool.binary(Op::Eq, b, c));
  hold(pool.binary(Op::Slt, constant(0, 32), a));
  for (const char* name : {"a", "b", "c"}) EXPECT_EQ(polished(name), 1u);
}

TEST_F(PolishTest, EqualCharactersBecomeLettersTogether) {
  hold(pool.binary(Op::Eq, input("s[0]", ScalarKind::Char, 8, 7), input("t[0]", ScalarKind::Char, 8, 7)));
  EXPECT_EQ(polished("s[0]"), 'a');
  EXPECT_EQ(polished("t[0]"), 'a');
}

TEST_F(PolishTest, NumbersKeepTheirDistance) {
  const Expr a = input("a", ScalarKind::Int, 32, 0x40000000);
  const Expr b = input("b", ScalarKind::Int, 32, 0x40000007);
  hold(pool.binary(Op::Eq, b, pool.binary(Op::Add, a, constant(7, 32))));
  hold(pool.binary(Op::Slt, constant(99, 32), a));
  EXPECT_EQ(polished("a"), 100u);
  EXPECT_EQ(polished("b"), 107u);
}

TEST_F(PolishTest, NegativeNumbersStayOnlyWhereTheyMust) {
  const Expr n = input("n", ScalarKind::Int, 32, 0x80000000);
  hold(pool.logical_not(pool.equals(n, {0, 0})));
  EXPECT_EQ(polished("n"), 1u);
  hold(pool.binary(Op::Slt, n, constant(0, 32)));
  EXPECT_EQ(polished("n"), 0xffffffffu);
  hold(pool.binary(Op::Slt, n, constant(0xfffffc00, 32)));  // below -1024
  EXPECT_EQ(polished("n"), 0xfffffbffu);
}

TEST_F(PolishTest, CharactersBecomeLettersOrAtLeastPrintable) {
  const Expr c = input("c", ScalarKind::Char, 8, 0xe7);
  EXPECT_EQ(polished("c"), 'a');
  inputs[0].value.lo = 0x07;
  hold(pool.binary(Op::Ult, c, constant(0x60, 8)));
  EXPECT_EQ(polished("c"), '0');
  hold(pool.binary(Op::Ult, c, constant('0', 8)));
  EXPECT_EQ(polished("c"), ' ');
}

TEST_F(PolishTest, ACharacterThatIsPrintableIsNotReplacedByAnotherOfItsClass) {
  const Expr c = input("c", ScalarKind::Char, 8, 'q');
  hold(pool.logical_not(pool.equals(c, {'a', 0})));
  EXPECT_EQ(polished("c"), 'q');
}

TEST_F(PolishTest, LengthsComeFirst) {
  const Expr n = input("n", ScalarKind::ULong, 64, 5);
  const Expr size = input("s.size", ScalarKind::ULong, 64, 6);
  hold(pool.binary(Op::Ult, constant(6, 64), pool.binary(Op::Add, n, size)));
  EXPECT_EQ(polished("s.size"), 2u);
  EXPECT_EQ(polished("n"), 5u);
}

TEST_F(PolishTest, FloatsBecomeSmallWholeNumbers) {
  input("x", ScalarKind::Double, 64, 0x7ff4000000000123);  // a signalling NaN
  EXPECT_EQ(polished("x"), 0u);
  const Expr x = pool.find_variable(base::fnv1a("x"));
  hold(pool.logical_not(pool.floating(Op::FEq, 1, 0, x, x)));
  EXPECT_EQ(polished("x"), static_cast<std::uint64_t>(expr::nan_of(64)));
  steps.clear();
  double value = 2.7182818284590452, least = 2.5;
  std::uint64_t bits = 0;
  std::memcpy(&bits, &least, sizeof bits);
  hold(pool.floating(Op::FLt, 1, 0, constant(bits, 64), x));
  std::memcpy(&inputs[0].value.lo, &value, sizeof value);
  const std::uint64_t result = polished("x");
  std::memcpy(&value, &result, sizeof value);
  EXPECT_EQ(value, 3.0);
}

TEST_F(PolishTest, PointersStay) {
  input("p", ScalarKind::Pointer, 64, 0x5f0000000070);
  EXPECT_EQ(polished("p"), 0x5f0000000070u);
}

TEST_F(PolishTest, ElementsThatNeedNotBeEqualCanBeDifferent) {
  const auto different = [&](const std::string& name) {
    return Polish(pool)(inputs, steps, Polish::Elements::Different).at(name).lo;
  };
  std::vector<Expr> elements;
  for (const char* name : {"a[0].x", "a[1].x", "b[0]", "b[1]", "c[0]", "c[1]", "alone", "e[0]", "e[1]"})
    elements.push_back(input(name, name[0] == 'c' ? ScalarKind::Char : ScalarKind::Int, name[0] == 'c' ? 8 : 32, 9));
  for (testcase::InputValue& each : inputs)
    each.type = each.name[0] == 'e' ? "Color" : each.width == 8 ? "char" : "int";
  hold(pool.binary(Op::Eq, elements[2], elements[3]));
  EXPECT_EQ(different("a[0].x"), 1u);
  EXPECT_EQ(different("a[1].x"), 2u);
  EXPECT_EQ(different("b[0]"), 0u);
  EXPECT_EQ(different("b[1]"), 0u);
  EXPECT_EQ(different("c[0]"), 'a');
  EXPECT_EQ(different("c[1]"), 'b');
  EXPECT_EQ(different("alone"), 0u);
  EXPECT_EQ(different("e[1]"), 0u);
}

}  // namespace
}  // namespace forall::explore
