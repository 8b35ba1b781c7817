// Floating point in both back ends, against evaluation: every operator and format at random and special values, random
// formulas whose models are evaluated, and the verdicts of the back ends against each other.
#include "expr/floating.h"

#include <gtest/gtest.h>

#include <cstring>

#include "../expr/random_floats.h"
#include "solve/backends.h"
#include "support.h"

namespace forall::solve {
namespace {

using namespace testing;
using expr::testing::random_float;

struct Backend {
  const char* name;
  std::unique_ptr<Solver> (*make)(expr::Pool&);
  int samples;
};

class Floating : public ::testing::TestWithParam<Backend> {
 protected:
  void start() {
    solver_.reset();
    pool_ = std::make_unique<expr::Pool>();
    solver_ = GetParam().make(*pool_);
  }
  expr::Pool& pool() { return *pool_; }

  static std::string hex(U128 x) {
    char text[40];
    std::snprintf(text, sizeof text, "%016llx:%016llx", static_cast<unsigned long long>(x >> 64),
                  static_cast<unsigned long long>(x));
    return text;
  }

  // Under the facts, the term has this value and no other.
  void expect_value(Op op, unsigned width, unsigned from, unsigned parameter, std::vector<U128> values) {
    static constexpr const char* kNames[] = {"x", "y", "z"};
    values.resize(3);
    const unsigned arity = abi::info(op).arity;
    const U128 value = expr::apply_floating(op, width, from, values[0], values[1], values[2], parameter);
    // All symbolic, and each operand as a constant in turn: those circuits are different ones.
    for (unsigned constant = 0; constant <= (arity > 1 ? arity : 0); ++constant) {
      std::vector<Expr> query;
      Expr operands[3];
      std::string what = std::string(abi::info(op).name) + " " + std::to_string(parameter) + " of width " +
                         std::to_string(from) + " to " + std::to_string(width) + ":";
      for (unsigned i = 0; i < arity; ++i) {
        what += " " + hex(values[i]);
        if (i + 1 == constant) {
          operands[i] = pool().constant(expr::from_u128(values[i]), from);
          continue;
        }
        operands[i] = variable(pool(), kNames[i] + std::to_string(from), from);
        query.push_back(equals(pool(), operands[i], values[i]));
      }
      const Expr term = raw(pool(), op, width, operands[0], operands[1], operands[2], parameter);
      query.push_back(equals(pool(), term, value));
      ASSERT_TRUE(std::holds_alternative<Sat>(solver_->check({query}, {}))) << what << " is not " << hex(value);
      query.back() = raw(pool(), Op::Not, 1, query.back());
      ASSERT_TRUE(std::holds_alternative<Unsat>(solver_->check({query}, {}))) << what;
    }
  }

 private:
  std::unique_ptr<expr::Pool> pool_;
  std::unique_ptr<Solver> solver_;

 protected:
  Solver& solver() { return *solver_; }
};

constexpr unsigned kFormats[] = {16, 32, 64, 80, 128};

TEST_P(Floating, ArithmeticAgreesWithEvaluation) {
  std::mt19937_64 random(1);
  for (const unsigned w : kFormats) {
    for (const Op op : {Op::FAdd, Op::FSub, Op::FMul, Op::FDiv, Op::FFma, Op::FSqrt}) {
      start();
      const int samples = w <= 32 ? 4 * GetParam().samples : w == 64 ? 2 * GetParam().samples : GetParam().samples;
      for (int i = 0; i < samples; ++i) {
        expect_value(op, w, w, 0, {random_float(random, w), random_float(random, w), random_float(random, w)});
      }
    }
  }
}

TEST_P(Floating, ComparisonsAgreeWithEvaluation) {
  std::mt19937_64 random(2);
  for (const unsigned w : kFormats) {
    start();
    for (const Op op : {Op::FEq, Op::FLt, Op::FLe, Op::FIsNan}) {
      for (int i = 0; i < 12; ++i) {
        const U128 x = random_float(random, w);
        expect_value(op, 1, w, 0,
                     {x, i % 3 == 0   ? x
                         : i % 3 == 1 ? x ^ expr::sign_of_float(w)
                                      : random_float(random, w)});
      }
    }
  }
}

TEST_P(Floating, ConversionsAgreeWithEvaluation) {
  std::mt19937_64 random(3);
  for (const unsigned w : kFormats) {
    start();
    for (unsigned rounding = 0; rounding < 5; ++rounding) {
      for (int i = 0; i < 4; ++i) expect_value(Op::FRound, w, w, rounding, {random_float(random, w)});
    }
    for (const unsigned to : kFormats) {
      for (int i = 0; i < 3; ++i) expect_value(Op::FCast, to, w, 0, {random_float(random, w)});
    }
    for (const unsigned integer : {1u, 8u, 32u, 64u, 128u}) {
      for (const bool is_signed : {false, true}) {
        for (int i = 0; i < 3; ++i) {
          const U128 n = random_value(random, integer);
          expect_value(is_signed ? Op::SToF : Op::UToF, w, integer, 0, {n});
          // Floats in the range of the integer, and any.
          const U128 x = i == 0 ? random_float(random, w) : expr::apply_floating(Op::SToF, w, integer, n, 0, 0, 0);
          expect_value(is_signed ? Op::FToS : Op::FToU, integer, w, 0, {x});
        }
      }
    }
  }
}

TEST_P(Floating, FindsOperands) {
  start();
  const Expr x = variable(pool(), "x", 64), y = variable(pool(), "y", 64);
  const auto number = [&](double v) {
    std::uint64_t bits;
    std::memcpy(&bits, &v, sizeof bits);
    return pool().constant(bits, 64);
  };
  const auto is = [&](Op op, Expr a, Expr b) { return raw(pool(), op, 1, a, b); };
  const auto of = [&](Op op, Expr a, Expr b) { return raw(pool(), op, 64, a, b); };
  const std::vector<std::vector<Expr>> queries = {
      {is(Op::FEq, of(Op::FMul, x, x), number(2.25))},
      {is(Op::FEq, of(Op::FAdd, x, number(0.1)), number(0.3))},
      {is(Op::FLt, of(Op::FAdd, x, y), x), is(Op::FLt, y, number(-1))},
      {is(Op::FEq, of(Op::FAdd, x, number(1)), x), is(Op::FLt, x, number(1e300))},
      {raw(pool(), Op::Not, 1, is(Op::FEq, x, x))},
  };
  for (const std::vector<Expr>& query : queries) {
    const Answer answer = solver().check({query}, {});
    if (!std::holds_alternative<Sat>(answer)) {
      ADD_FAILURE() << "query " << &query - queries.data();
      continue;
    }
    EXPECT_TRUE(satisfies(pool(), std::get<Sat>(answer).model, query));
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, Floating,
                         ::testing::Values(Backend{"Cadical", [](expr::Pool& p) { return make_cadical(p); }, 4},
                                           Backend{"Z3", [](expr::Pool& p) { return make_z3(p); }, 1}),
                         [](const auto& param) { return param.param.name; });

}  // namespace
}  // namespace forall::solve
