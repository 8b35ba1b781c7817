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
      const int samples = w <= 32 ? 4 * GetParam().samples : GetParam().samples;
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
  const Expr x = variable(pool(), "x", 32), y = variable(pool(), "y", 32);
  const auto number = [&](float v) {
    std::uint32_t bits;
    std::memcpy(&bits, &v, sizeof bits);
    return pool().constant(bits, 32);
  };
  const auto is = [&](Op op, Expr a, Expr b) { return raw(pool(), op, 1, a, b); };
  const auto of = [&](Op op, Expr a, Expr b) { return raw(pool(), op, 32, a, b); };
  const std::vector<std::vector<Expr>> queries = {
      {is(Op::FEq, of(Op::FMul, x, x), number(2.25f))},
      {is(Op::FEq, of(Op::FAdd, x, number(0.1f)), number(0.3f))},
      {is(Op::FLt, of(Op::FAdd, x, y), x), is(Op::FLt, y, number(-1))},
      {is(Op::FEq, of(Op::FAdd, x, number(1)), x), is(Op::FLt, x, number(1e30f))},
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

// Random formulas over two numbers and an integer.
class Formulas {
 public:
  Formulas(expr::Pool& pool, std::mt19937_64& random, unsigned width) : pool_(pool), random_(random), width_(width) {
    terms_ = {variable(pool, "x", width), variable(pool, "y", width)};
    integer_ = variable(pool, "i", 8);
  }
  Expr condition() {
    static constexpr Op kCompare[] = {Op::FEq, Op::FLt, Op::FLe, Op::FIsNan};
    const Op op = kCompare[random_() % 4];
    const Expr c = raw(pool_, op, 1, term(), op == Op::FIsNan ? Expr{} : term());
    return random_() % 2 ? c : raw(pool_, Op::Not, 1, c);
  }
  void grow() {
    static constexpr Op kOps[] = {Op::FAdd, Op::FRound, Op::SToF, Op::Ite, Op::FToS, Op::FCast, Op::FSub, Op::FMul};
    // Multipliers are what SAT solvers are worst at.
    const Op op = kOps[random_() % (std::size(kOps) - (random_() % 8 == 0 ? 0 : 1))];
    switch (op) {
      case Op::SToF: terms_.push_back(raw(pool_, op, width_, integer_)); break;
      case Op::FToS: integer_ = raw(pool_, op, 8, term()); break;
      case Op::Ite: terms_.push_back(raw(pool_, op, width_, condition(), term(), term())); break;
      case Op::FRound: {
        terms_.push_back(raw(pool_, op, width_, term(), {}, {}, static_cast<unsigned>(random_() % 5)));
        break;
      }
      case Op::FCast: {
        const unsigned other = width_ == 16 ? 32 : 16;
        terms_.push_back(raw(pool_, op, width_, raw(pool_, op, other, term())));
        break;
      }
      default: terms_.push_back(raw(pool_, op, width_, term(), term())); break;
    }
  }

 private:
  Expr term() {
    if (random_() % 3 == 0) return pool_.constant(expr::from_u128(random_float(random_, width_)), width_);
    return terms_[random_() % terms_.size()];
  }
  expr::Pool& pool_;
  std::mt19937_64& random_;
  unsigned width_;
  std::vector<Expr> terms_;
  Expr integer_;
};

TEST(FloatingFormulas, BackEndsAgreeAndTheirModelsHold) {
  int satisfiable = 0, unsatisfiable = 0, undecided = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    std::mt19937_64 random(seed);
    expr::Pool pool;
    const unsigned width = seed % 20 == 0 ? 32 : 16;
    Formulas formulas(pool, random, width);
    std::vector<Expr> query;
    for (int i = 0; i < 3; ++i) {
      formulas.grow();
      query.push_back(formulas.condition());
    }
    const Effort effort{300, 0};
    const Answer first = make_cadical(pool)->check({query}, effort), second = make_z3(pool)->check({query}, effort);
    if (std::holds_alternative<Unknown>(first) || std::holds_alternative<Unknown>(second)) {
      ++undecided;
      continue;
    }
    ASSERT_EQ(std::holds_alternative<Sat>(first), std::holds_alternative<Sat>(second)) << "seed " << seed;
    ++(std::holds_alternative<Sat>(first) ? satisfiable : unsatisfiable);
    for (const Answer* answer : {&first, &second}) {
      if (const auto* sat = std::get_if<Sat>(answer)) {
        ASSERT_TRUE(satisfies(pool, sat->model, query)) << "seed " << seed;
      }
    }
  }
  EXPECT_GT(satisfiable, 40);
  EXPECT_GT(unsatisfiable, 40);
  EXPECT_LT(undecided, 40);
}

INSTANTIATE_TEST_SUITE_P(Backends, Floating,
                         ::testing::Values(Backend{"Cadical", [](expr::Pool& p) { return make_cadical(p); }, 2},
                                           Backend{"Z3", [](expr::Pool& p) { return make_z3(p); }, 2}),
                         [](const auto& param) { return param.param.name; });

}  // namespace
}  // namespace forall::solve
