// Functions of libm through the whole chain, and the local search by itself.
#include <gtest/gtest.h>

#include <cstring>

#include "../expr/random_floats.h"
#include "abi/floating.h"
#include "expr/floating.h"
#include "solve/chain.h"
#include "solve/decorators.h"
#include "solve/local_search.h"
#include "solve/math_facts.h"
#include "support.h"

namespace forall::solve {
namespace {

using namespace testing;
using abi::MathFunction;

class Math : public ::testing::Test {
 protected:
  expr::Pool pool;
  std::unique_ptr<Solver> chain = make_chain(pool, {});
  Expr x = variable(pool, "x", 64), y = variable(pool, "y", 64);

  Expr number(double v) {
    std::uint64_t bits;
    std::memcpy(&bits, &v, sizeof bits);
    return pool.constant(bits, 64);
  }
  Expr math(MathFunction f, Expr a, Expr b = {}) {
    return pool.floating(b ? Op::FMath2 : Op::FMath1, 64, static_cast<unsigned>(f), a, b);
  }
  Expr less(Expr a, Expr b) { return pool.floating(Op::FLt, 1, 0, a, b); }
  Expr equal(Expr a, Expr b) { return pool.floating(Op::FEq, 1, 0, a, b); }
  Expr sum(Expr a, Expr b) { return pool.floating(Op::FAdd, 64, 0, a, b); }

  Answer ask(const std::vector<Expr>& query) { return chain->check({query}, {100000, 20}); }
  void expect_model(const std::vector<Expr>& query) {
    const Answer answer = ask(query);
    ASSERT_TRUE(std::holds_alternative<Sat>(answer));
    const expr::Assignment& model = std::get<Sat>(answer).model;
    EXPECT_TRUE(satisfies(pool, model, query));
    for (std::uint32_t v = 0; v < pool.variables().size(); ++v) {
      EXPECT_EQ(model.has(v) && pool.variables()[v].name.size() > 1, false) << pool.variables()[v].name;
    }
  }
};

TEST_F(Math, SineBeyondAPoint) { expect_model({less(number(0.5), math(MathFunction::Sin, x)), less(number(3), x)}); }
TEST_F(Math, ExponentialOfZero) { expect_model({equal(math(MathFunction::Exp, x), number(1))}); }
TEST_F(Math, PowerOfANegativeNumber) {
  expect_model({less(number(10), math(MathFunction::Pow, x, number(2))), less(x, number(0))});
}
TEST_F(Math, RemainderOfADivision) { expect_model({equal(math(MathFunction::Fmod, x, number(3)), number(1))}); }
TEST_F(Math, RemainderOfALargeNumber) {
  expect_model({equal(math(MathFunction::Fmod, x, number(3)), number(1)), less(number(1000), x)});
}
TEST_F(Math, FunctionOfAFunction) {
  expect_model({less(number(0.9), math(MathFunction::Sin, math(MathFunction::Exp, x))), less(number(1), x)});
}
TEST_F(Math, TwoFunctionsOfTwoInputs) {
  const Expr total = sum(math(MathFunction::Sin, x), math(MathFunction::Cos, y));
  expect_model({less(number(1.5), total), less(number(2), y), less(y, x)});
}
TEST_F(Math, LogarithmInARange) {
  const Expr log = math(MathFunction::Log10, x);
  expect_model({less(number(2.5), log), less(log, number(2.5001))});
}

TEST_F(Math, WhatNoFunctionGivesIsUnsatisfiable) {
  EXPECT_TRUE(std::holds_alternative<Unsat>(ask({less(number(1), math(MathFunction::Sin, x))})));
  EXPECT_TRUE(std::holds_alternative<Unsat>(ask({less(math(MathFunction::Exp, x), number(0))})));
  EXPECT_TRUE(std::holds_alternative<Unsat>(
      ask({equal(math(MathFunction::Log, x), math(MathFunction::Log, x)), less(x, number(-1))})));
  EXPECT_TRUE(std::holds_alternative<Unsat>(ask({less(number(3), math(MathFunction::Fmod, x, number(3)))})));
}

TEST_F(Math, EqualArgumentsGiveEqualResults) {
  const Expr differ = pool.logical_not(pool.binary(Op::Eq, math(MathFunction::Sin, x), math(MathFunction::Sin, y)));
  EXPECT_TRUE(std::holds_alternative<Unsat>(ask({differ, pool.binary(Op::Eq, x, y)})));
}

TEST_F(Math, WhatIsNotFoundIsUnknown) {
  std::vector<std::vector<Expr>> asked;
  const auto fake = [&](const std::vector<Expr>&) -> Answer { return Unknown{"gave up"}; };
  const auto refine = make_refine(pool, std::make_unique<FakeSolver>(asked, fake));
  const Answer answer = refine->check({{{less(number(1), math(MathFunction::Sin, x))}}}, {});
  ASSERT_TRUE(std::holds_alternative<Unknown>(answer));
  EXPECT_EQ(std::get<Unknown>(answer).reason, "gave up");
}

// Every fact, at random and special points of every function and format.
TEST_F(Math, FactsHoldForThisLibrary) {
  static constexpr unsigned kArity[] = {
#define FORALL_MATH(name, arity, function) arity,
#include "abi/math.def"
#undef FORALL_MATH
  };
  std::mt19937_64 random(5);
  for (const unsigned width : {32u, 64u, 80u, 128u}) {
    if (!expr::has_math(width)) continue;
    expr::Pool own;
    const Expr a = variable(own, "a", width), b = variable(own, "b", width), result = variable(own, "result", width);
    for (unsigned f = 0; f < std::size(kArity); ++f) {
      const Expr second = kArity[f] > 1 ? b : Expr{};
      const expr::Node node{
          kArity[f] > 1 ? Op::FMath2 : Op::FMath1, static_cast<std::uint16_t>(width), f, a, second, {}, {}};
      const std::vector<Expr> facts = math_facts(own, node, a, second, result);
      for (int i = 0; i < (width == 128 ? 300 : 2000); ++i) {
        const U128 p = expr::testing::random_float(random, width), q = expr::testing::random_float(random, width);
        const U128 value = expr::apply_math(static_cast<MathFunction>(f), width, p, q);
        expr::Assignment point;
        point.set(own[a].low, expr::from_u128(p));
        point.set(own[b].low, expr::from_u128(q));
        point.set(own[result].low, expr::from_u128(value));
        expr::Evaluator evaluate(own);
        evaluate.assign(point);
        for (const Expr fact : facts) ASSERT_TRUE(evaluate.holds(fact)) << "function " << f << " of width " << width;
      }
    }
  }
}

TEST_F(Math, LocalSearchFindsWhatEquationsHide) {
  // (x / y) * y == x - 1 ulp or the like: a chain of divisions.
  const Expr quotient = pool.floating(Op::FDiv, 64, 0, x, y);
  const Expr back = pool.floating(Op::FDiv, 64, 0, number(7), quotient);
  const std::vector<Expr> query = {less(number(2), back), less(back, number(2.5)), less(number(10), x)};
  LocalSearch search(pool);
  search.aim_at(query);
  const auto model = search.from({}, 20000, true);
  ASSERT_TRUE(model.has_value());
  EXPECT_TRUE(satisfies(pool, *model, query));
}

TEST_F(Math, LocalSearchGivesUpWithinItsBudget) {
  const std::vector<Expr> query = {less(x, x), less(x, y)};
  LocalSearch search(pool);
  search.aim_at(query);
  EXPECT_FALSE(search.from({}, 1000, true).has_value());
  EXPECT_LE(search.evaluations(), 1001);
}

}  // namespace
}  // namespace forall::solve
