// Every operator of the table, in both back ends, against expr::apply: exhaustively at small widths, at random and at
// corners at the widths that matter (a machine word, one more than it, the widest).
#include <gtest/gtest.h>

#include "solve/backends.h"
#include "support.h"

namespace forall::solve {
namespace {

using namespace testing;

constexpr Op kBinary[] = {Op::Add, Op::Sub, Op::Mul,  Op::UDiv, Op::SDiv, Op::URem, Op::SRem, Op::And, Op::Or,
                          Op::Xor, Op::Shl, Op::LShr, Op::AShr, Op::Eq,   Op::Ult,  Op::Ule,  Op::Slt, Op::Sle};
constexpr unsigned kWide[] = {8, 32, 33, 64, 65, 128};

struct BackendParam {
  const char* name;
  std::unique_ptr<Solver> (*make)(expr::Pool&);
  unsigned exhaustive;  // up to this width
  int samples;
};

class EveryOperator : public ::testing::TestWithParam<BackendParam> {
 protected:
  // Under the facts, the term has this value and no other.
  void expect_value(const std::vector<Expr>& facts, Expr term, U128 value, const std::string& what) {
    std::vector<Expr> query = facts;
    query.push_back(equals(pool(), term, value));
    const Answer same = solver().check({query}, {});
    ASSERT_TRUE(std::holds_alternative<Sat>(same)) << what;
    EXPECT_TRUE(satisfies(pool(), std::get<Sat>(same).model, query)) << what;
    query.back() = raw(pool(), Op::Not, 1, query.back());
    EXPECT_TRUE(std::holds_alternative<Unsat>(solver().check({query}, {}))) << what;
  }

  static std::string numbered(std::string name, unsigned width) { return name.append(std::to_string(width)); }

  std::string text(Op op, unsigned width, U128 a, U128 b) {
    return std::string(abi::info(op).name) + " width " + std::to_string(width) + " of " +
           std::to_string(static_cast<std::uint64_t>(a)) + " and " + std::to_string(static_cast<std::uint64_t>(b));
  }

  // x op y with both symbolic, and x op constant: the circuits for constants are different ones.
  void expect_binary(Op op, unsigned width, U128 a, U128 b) {
    const Expr x = variable(pool(), numbered("x", width), width);
    const Expr y = variable(pool(), numbered("y", width), width);
    const bool truth = abi::info(op).result == abi::ResultWidth::Bool;
    const unsigned result = truth ? 1 : width;
    const U128 value = expr::apply(op, result, width, a, b, 0, 0);
    const Expr fact_x = equals(pool(), x, a), fact_y = equals(pool(), y, b);
    expect_value({fact_x, fact_y}, raw(pool(), op, result, x, y), value, text(op, width, a, b));
    const Expr constant = pool().constant(expr::from_u128(b), width);
    expect_value({fact_x}, raw(pool(), op, result, x, constant), value, text(op, width, a, b) + " (constant)");
    const Expr first = pool().constant(expr::from_u128(a), width);
    expect_value({fact_y}, raw(pool(), op, result, first, y), value, text(op, width, a, b) + " (constant first)");
  }

  void expect_unary(Op op, unsigned width, unsigned result, unsigned low, U128 a) {
    const Expr x = variable(pool(), numbered("x", width), width);
    expect_value({equals(pool(), x, a)}, raw(pool(), op, result, x, {}, {}, low),
                 expr::apply(op, result, width, a, 0, 0, low),
                 text(op, width, a, low) + " to " + std::to_string(result));
  }

  void expect_concat(unsigned high_width, unsigned low_width, U128 a, U128 b) {
    const Expr x = variable(pool(), numbered("x", high_width), high_width);
    const Expr y = variable(pool(), numbered("y", low_width), low_width);
    const unsigned result = high_width + low_width;
    expect_value({equals(pool(), x, a), equals(pool(), y, b)}, raw(pool(), Op::Concat, result, x, y),
                 expr::apply(Op::Concat, result, low_width, a, b, 0, 0), text(Op::Concat, result, a, b));
  }

  void expect_ite(unsigned width, bool condition, U128 a, U128 b) {
    const Expr c = variable(pool(), "c", 1);
    const Expr x = variable(pool(), numbered("x", width), width);
    const Expr y = variable(pool(), numbered("y", width), width);
    expect_value({equals(pool(), c, condition), equals(pool(), x, a), equals(pool(), y, b)},
                 raw(pool(), Op::Ite, width, c, x, y), condition ? a : b, text(Op::Ite, width, a, b));
  }

  void start() {
    session_ = std::make_unique<Session>();
    session_->solver = GetParam().make(session_->pool);
  }
  void SetUp() override { start(); }
  expr::Pool& pool() { return session_->pool; }
  Solver& solver() { return *session_->solver; }

 private:
  struct Session {
    expr::Pool pool;
    std::unique_ptr<Solver> solver;
  };
  std::unique_ptr<Session> session_;
};

TEST_P(EveryOperator, BinaryAgreesWithEvaluationExhaustivelyAtSmallWidths) {
  for (unsigned width = 1; width <= GetParam().exhaustive; ++width) {
    for (const Op op : kBinary) {
      for (unsigned a = 0; a < 1u << width; ++a) {
        for (unsigned b = 0; b < 1u << width; ++b) expect_binary(op, width, a, b);
      }
    }
  }
}

TEST_P(EveryOperator, BinaryAgreesWithEvaluationAtRandomAtLargeWidths) {
  std::mt19937_64 random(1);
  for (const unsigned width : kWide) {
    for (const Op op : kBinary) {
      start();
      for (int i = 0; i < GetParam().samples; ++i) {
        // Shifts by more than the width are one corner; most samples should be less.
        const bool shifts = op == Op::Shl || op == Op::LShr || op == Op::AShr;
        const U128 b = shifts && i % 2 == 0 ? U128{random() % width} : random_value(random, width);
        expect_binary(op, width, random_value(random, width), b);
      }
    }
  }
}

TEST_P(EveryOperator, UnaryAndCastsAgreeWithEvaluation) {
  std::mt19937_64 random(2);
  for (const unsigned width : {1u, 2u, 3u, 4u, 8u, 32u, 33u, 64u, 65u, 128u}) {
    for (int i = 0; i < GetParam().samples; ++i) {
      const U128 a = width <= 4 && i < 1 << width ? U128(i) : random_value(random, width);
      expect_unary(Op::Not, width, width, 0, a);
      expect_unary(Op::Neg, width, width, 0, a);
      const unsigned low = static_cast<unsigned>(random() % width);
      expect_unary(Op::Extract, width, 1 + static_cast<unsigned>(random() % (width - low)), low, a);
      if (width == 128) continue;
      const unsigned wider = width + 1 + static_cast<unsigned>(random() % (128 - width));
      expect_unary(Op::ZExt, width, wider, 0, a);
      expect_unary(Op::SExt, width, wider, 0, a);
      const unsigned low_width = 1 + static_cast<unsigned>(random() % (128 - width));
      expect_concat(width, low_width, a, random_value(random, low_width));
    }
  }
}

TEST_P(EveryOperator, IteAgreesWithEvaluation) {
  std::mt19937_64 random(3);
  for (const unsigned width : {1u, 3u, 32u, 65u, 128u}) {
    for (int i = 0; i < 4; ++i) expect_ite(width, i % 2, random_value(random, width), random_value(random, width));
  }
}

TEST_P(EveryOperator, SolvesForAnUnknownOperand) {
  const Expr x = variable(pool(), "x", 32), y = variable(pool(), "y", 32);
  const Expr seven = pool().constant(7, 32);
  const std::vector<std::vector<Expr>> queries = {
      {equals(pool(), raw(pool(), Op::Mul, 32, x, seven), 9044)},
      {equals(pool(), raw(pool(), Op::UDiv, 32, x, seven), 1292)},
      {equals(pool(), raw(pool(), Op::SRem, 32, x, seven), expr::mask(32) - 2)},
      {equals(pool(), raw(pool(), Op::Shl, 32, seven, x), 7u << 29)},
      {equals(pool(), raw(pool(), Op::Mul, 32, x, y), 221), pool().binary(Op::Ult, pool().constant(1, 32), x),
       pool().binary(Op::Ult, x, y), pool().binary(Op::Ult, y, pool().constant(200, 32))},
  };
  for (const std::vector<Expr>& query : queries) {
    const Answer answer = solver().check({query}, {});
    ASSERT_TRUE(std::holds_alternative<Sat>(answer));
    EXPECT_TRUE(satisfies(pool(), std::get<Sat>(answer).model, query));
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, EveryOperator,
                         ::testing::Values(BackendParam{"Cadical", [](expr::Pool& p) { return make_cadical(p); }, 4, 3},
                                           BackendParam{"Z3", [](expr::Pool& p) { return make_z3(p); }, 2, 2}),
                         [](const auto& param) { return param.param.name; });

}  // namespace
}  // namespace forall::solve
