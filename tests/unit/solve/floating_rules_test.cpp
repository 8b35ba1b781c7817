// The simplifier's rules for floating point: each applies and is proved by the bit-blaster, which takes the term as it
// was written; terms that only look like one are left alone; random terms keep their value.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>

#include "../expr/random_floats.h"
#include "expr/floating.h"
#include "solve/backends.h"
#include "support.h"

namespace forall::solve {
namespace {

using namespace testing;
using expr::testing::random_float;

// Builds a term as it is written, or through the simplifier.
struct Builder {
  expr::Pool& pool;
  bool simplify;

  Expr f(Op op, Expr a, Expr b = {}, unsigned to = 0, unsigned parameter = 0) const {
    const unsigned width = abi::info(op).result == abi::ResultWidth::Bool ? 1 : to != 0 ? to : pool.width(a);
    return simplify ? pool.floating(op, width, parameter, a, b) : raw(pool, op, width, a, b, {}, parameter);
  }
  Expr number(double v, unsigned width) const {
    std::uint64_t bits;
    std::memcpy(&bits, &v, sizeof bits);
    return pool.constant(expr::from_u128(expr::apply_exactly(Op::FCast, width, 64, bits, 0, 0, 0)), width);
  }
  Expr negative(Expr a) const {
    return pool.binary(Op::Xor, a, pool.constant(expr::from_u128(expr::sign_of_float(pool.width(a))), pool.width(a)));
  }
  Expr input(const char* name, unsigned width) const { return variable(pool, name + std::to_string(width), width); }
};

using Make = std::function<Expr(const Builder&, unsigned)>;

struct FloatRule {
  const char* name;
  Make term;
  bool applies = true;
  std::vector<unsigned> widths = {16, 32};
};

const std::vector<FloatRule>& rules() {
  using B = const Builder&;
  const auto x = [](B b, unsigned w) { return b.input("x", w); };
  const auto y = [](B b, unsigned w) { return b.input("y", w); };
  const auto widen = [](B b, Expr e) { return b.f(Op::FCast, e, {}, b.pool.width(e) == 16 ? 32 : 64); };
  const auto wide = [](unsigned w) { return w == 16 ? 32u : 64u; };
  static const std::vector<FloatRule> all = {
      {"x == x", [=](B b, unsigned w) { return b.f(Op::FEq, x(b, w), x(b, w)); }},
      {"x < x", [=](B b, unsigned w) { return b.f(Op::FLt, x(b, w), x(b, w)); }},
      {"x <= inf", [=](B b, unsigned w) { return b.f(Op::FLe, x(b, w), b.number(INFINITY, w)); }},
      {"inf < x", [=](B b, unsigned w) { return b.f(Op::FLt, b.number(INFINITY, w), x(b, w)); }},
      {"x < inf is no rule", [=](B b, unsigned w) { return b.f(Op::FLt, x(b, w), b.number(INFINITY, w)); }, false},
      {"x < nan", [=](B b, unsigned w) { return b.f(Op::FLt, x(b, w), b.number(NAN, w)); }},
      {"-x < -y", [=](B b, unsigned w) { return b.f(Op::FLt, b.negative(x(b, w)), b.negative(y(b, w))); }},
      {"-x <= 3", [=](B b, unsigned w) { return b.f(Op::FLe, b.negative(x(b, w)), b.number(3, w)); }},
      {"x <= 3 is no rule", [=](B b, unsigned w) { return b.f(Op::FLe, x(b, w), b.number(3, w)); }, false},
      {"(wide)x < (wide)y", [=](B b, unsigned w) { return b.f(Op::FLt, widen(b, x(b, w)), widen(b, y(b, w))); }},
      {"(wide)x < 0.1", [=](B b, unsigned w) { return b.f(Op::FLt, widen(b, x(b, w)), b.number(0.1, wide(w))); }},
      {"(wide)x <= -0.3", [=](B b, unsigned w) { return b.f(Op::FLe, widen(b, x(b, w)), b.number(-0.3, wide(w))); }},
      {"0.7 < (wide)x", [=](B b, unsigned w) { return b.f(Op::FLt, b.number(0.7, wide(w)), widen(b, x(b, w))); }},
      {"-1e-30 <= (wide)x",
       [=](B b, unsigned w) { return b.f(Op::FLe, b.number(-1e-30, wide(w)), widen(b, x(b, w))); }},
      {"(wide)x < 1e-60",
       [=](B b, unsigned w) { return b.f(Op::FLt, widen(b, x(b, w)), b.number(1e-60, wide(w))); },
       true,
       {32}},
      {"(wide)x < 1e300",
       [=](B b, unsigned w) { return b.f(Op::FLt, widen(b, x(b, w)), b.number(1e300, wide(w))); },
       true,
       {32}},
      {"(wide)x == 0.1", [=](B b, unsigned w) { return b.f(Op::FEq, widen(b, x(b, w)), b.number(0.1, wide(w))); }},
      {"(wide)x == 0.5", [=](B b, unsigned w) { return b.f(Op::FEq, widen(b, x(b, w)), b.number(0.5, wide(w))); }},
      {"(narrow)x < 0.5 is no rule",
       [=](B b, unsigned w) { return b.f(Op::FLt, b.f(Op::FCast, x(b, w), {}, 16), b.number(0.5, 16)); },
       false,
       {32}},
      {"(float)i < (float)j",
       [=](B b, unsigned w) {
         return b.f(Op::FLt, b.f(Op::SToF, b.input("i", 10), {}, w), b.f(Op::SToF, b.input("j", 10), {}, w));
       }},
      {"(float)i < 2.5",
       [=](B b, unsigned w) { return b.f(Op::FLt, b.f(Op::SToF, b.input("i", 10), {}, w), b.number(2.5, w)); }},
      {"-2.5 <= (float)i",
       [=](B b, unsigned w) { return b.f(Op::FLe, b.number(-2.5, w), b.f(Op::SToF, b.input("i", 10), {}, w)); }},
      {"(float)u <= -1",
       [=](B b, unsigned w) { return b.f(Op::FLe, b.f(Op::UToF, b.input("u", 10), {}, w), b.number(-1, w)); }},
      {"-inf < (float)i",
       [=](B b, unsigned w) { return b.f(Op::FLt, b.number(-INFINITY, w), b.f(Op::SToF, b.input("i", 10), {}, w)); }},
      {"(float)i == 511",
       [=](B b, unsigned w) { return b.f(Op::FEq, b.f(Op::SToF, b.input("i", 10), {}, w), b.number(511, w)); }},
      {"(float)i == 512",
       [=](B b, unsigned w) { return b.f(Op::FEq, b.f(Op::SToF, b.input("i", 10), {}, w), b.number(512, w)); }},
      {"(float)i < 2.5, inexact, is no rule",
       [=](B b, unsigned w) { return b.f(Op::FLt, b.f(Op::SToF, b.input("i", w), {}, w), b.number(2.5, w)); }, false},
      {"isnan((float)i)", [=](B b, unsigned w) { return b.f(Op::FIsNan, b.f(Op::SToF, b.input("i", 64), {}, w)); }},
      {"isnan((narrow)x)",
       [=](B b, unsigned w) { return b.f(Op::FIsNan, b.f(Op::FCast, x(b, w), {}, 16)); },
       true,
       {32}},
      {"isnan(ceil(x))", [=](B b, unsigned w) { return b.f(Op::FIsNan, b.f(Op::FRound, x(b, w), {}, 0, 3)); }},
      {"isnan(-x)", [=](B b, unsigned w) { return b.f(Op::FIsNan, b.negative(x(b, w))); }},
      {"isnan(fabs(x))",
       [=](B b, unsigned w) {
         const Expr rest = raw(b.pool, Op::Extract, w - 1, x(b, w));
         return b.f(Op::FIsNan, raw(b.pool, Op::ZExt, w, rest));
       }},
      {"isnan(sqrt(x))", [=](B b, unsigned w) { return b.f(Op::FIsNan, b.f(Op::FSqrt, x(b, w))); }, true, {16}},
      {"isnan(x + 3)", [=](B b, unsigned w) { return b.f(Op::FIsNan, b.f(Op::FAdd, x(b, w), b.number(3, w))); }},
      {"isnan(x * 3)",
       [=](B b, unsigned w) { return b.f(Op::FIsNan, b.f(Op::FMul, x(b, w), b.number(3, w))); },
       true,
       {16}},
      {"isnan(x / 3)",
       [=](B b, unsigned w) { return b.f(Op::FIsNan, b.f(Op::FDiv, x(b, w), b.number(3, w))); },
       true,
       {16}},
      {"isnan(x * 0) is no rule",
       [=](B b, unsigned w) { return b.f(Op::FIsNan, b.f(Op::FMul, x(b, w), b.number(0, w))); }, false},
      {"(T)x", [=](B b, unsigned w) { return b.f(Op::FCast, x(b, w), {}, w); }},
      {"(T)(wide)x", [=](B b, unsigned w) { return b.f(Op::FCast, widen(b, x(b, w)), {}, w); }},
      {"(widest)(wide)x", [=](B b, unsigned w) { return b.f(Op::FCast, widen(b, x(b, w)), {}, 128); }},
      {"(narrow)(wide)x", [=](B b, unsigned w) { return b.f(Op::FCast, widen(b, x(b, w)), {}, 16); }, true, {32}},
      {"(T)(U)i", [=](B b, unsigned w) { return b.f(Op::FCast, b.f(Op::SToF, b.input("i", 32), {}, 64), {}, w); }},
      {"round((float)i)", [=](B b, unsigned w) { return b.f(Op::FRound, b.f(Op::SToF, b.input("i", 32), {}, w)); }},
      {"floor(ceil(x))",
       [=](B b, unsigned w) { return b.f(Op::FRound, b.f(Op::FRound, x(b, w), {}, 0, 3), {}, 0, 4); }},
      {"(int)(wide)x", [=](B b, unsigned w) { return b.f(Op::FToS, widen(b, x(b, w)), {}, 32); }},
      {"(int)trunc(x)", [=](B b, unsigned w) { return b.f(Op::FToS, b.f(Op::FRound, x(b, w), {}, 0, 2), {}, 32); }},
      {"(int)floor(x) is no rule",
       [=](B b, unsigned w) { return b.f(Op::FToS, b.f(Op::FRound, x(b, w), {}, 0, 4), {}, 32); }, false},
      {"(int)(float)i", [=](B b, unsigned w) { return b.f(Op::FToS, b.f(Op::SToF, b.input("i", 12), {}, w), {}, 32); }},
      {"(int)(float)u", [=](B b, unsigned w) { return b.f(Op::FToS, b.f(Op::UToF, b.input("u", 11), {}, w), {}, 12); }},
      {"(unsigned)(float)i is no rule",
       [=](B b, unsigned w) { return b.f(Op::FToU, b.f(Op::SToF, b.input("i", 11), {}, w), {}, 32); }, false},
      {"x + -0", [=](B b, unsigned w) { return b.f(Op::FAdd, x(b, w), b.number(-0.0, w)); }},
      {"x + 0 is no rule", [=](B b, unsigned w) { return b.f(Op::FAdd, x(b, w), b.number(0, w)); }, false},
      {"x - 0", [=](B b, unsigned w) { return b.f(Op::FSub, x(b, w), b.number(0, w)); }},
      {"x * 1", [=](B b, unsigned w) { return b.f(Op::FMul, x(b, w), b.number(1, w)); }, true, {16}},
      {"x / 1", [=](B b, unsigned w) { return b.f(Op::FDiv, x(b, w), b.number(1, w)); }, true, {16}},
      {"x / -8", [=](B b, unsigned w) { return b.f(Op::FDiv, x(b, w), b.number(-8, w)); }, true, {16}},
      {"x / 3 is no rule", [=](B b, unsigned w) { return b.f(Op::FDiv, x(b, w), b.number(3, w)); }, false},
      {"(T)(wide)x < y",
       [=](B b, unsigned w) { return b.f(Op::FLt, b.f(Op::FCast, widen(b, x(b, w)), {}, w), y(b, w)); }},
  };
  return all;
}

TEST(FloatingRules, ApplyWhereTheyMustAndAreProved) {
  for (const FloatRule& rule : rules()) {
    for (const unsigned w : rule.widths) {
      SCOPED_TRACE(std::string(rule.name) + " at width " + std::to_string(w));
      expr::Pool pool;
      Builder{pool, false}.input("x", w);
      Builder{pool, false}.input("y", w);
      const Expr written = rule.term(Builder{pool, false}, w), simplified = rule.term(Builder{pool, true}, w);
      EXPECT_EQ(written != simplified, rule.applies);
      if (written == simplified) continue;
      EXPECT_LE(pool.support(simplified).size(), pool.support(written).size());
      const std::vector<Expr> differ = {raw(pool, Op::Not, 1, raw(pool, Op::Eq, 1, written, simplified))};
      EXPECT_TRUE(std::holds_alternative<Unsat>(make_cadical(pool)->check({differ}, {})));
    }
  }
}

// Operators over operators, with the constants where rules look, each as written and simplified.
TEST(FloatingRules, RandomTermsKeepTheirValue) {
  static constexpr Op kOps[] = {Op::FAdd, Op::FSub, Op::FMul, Op::FDiv,   Op::FSqrt, Op::FRound,
                                Op::FEq,  Op::FLt,  Op::FLe,  Op::FIsNan, Op::FCast, Op::SToF,
                                Op::UToF, Op::FToS, Op::FToU, Op::FFma,   Op::Ite,   Op::Xor};
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    std::mt19937_64 random(seed);
    expr::Pool pool;
    std::vector<std::pair<Expr, Expr>> terms;  // written, simplified
    for (const unsigned w : {16u, 32u, 64u, 80u, 8u, 32u, 1u}) {
      const Expr v = variable(pool, "v" + std::to_string(terms.size()), w);
      terms.emplace_back(v, v);
    }
    const auto pick = [&](unsigned width) {  // any width if 0
      for (int i = 0; i < 40; ++i) {
        const auto& t = terms[random() % terms.size()];
        if (width == 0 || pool.width(t.first) == width) return t;
      }
      const U128 v = expr::is_format(width) ? random_float(random, width) : random_value(random, width);
      const Expr k = pool.constant(expr::from_u128(v), width);
      return std::pair(k, k);
    };
    const auto second = [&](unsigned width) {
      if (random() % 2) return pick(width);
      const Expr k = pool.constant(expr::from_u128(random_float(random, width)), width);
      return std::pair(k, k);
    };
    for (int i = 0; i < 25; ++i) {
      const Op op = kOps[random() % std::size(kOps)];
      static constexpr unsigned kFormats[] = {16, 32, 64, 80, 128};
      auto a = pick(op == Op::Ite ? 1 : 0);
      const unsigned from = pool.width(a.first);
      if (op == Op::Ite) {
        const unsigned w = kFormats[random() % 4];
        const auto b = pick(w), c = second(w);
        terms.emplace_back(raw(pool, op, w, a.first, b.first, c.first), pool.ite(a.second, b.second, c.second));
        continue;
      }
      if (op != Op::SToF && op != Op::UToF && !expr::is_format(from)) continue;
      if (op == Op::Xor) {
        const Expr sign = pool.constant(expr::from_u128(expr::sign_of_float(from)), from);
        terms.emplace_back(raw(pool, op, from, a.first, sign), pool.binary(op, a.second, sign));
        continue;
      }
      const unsigned arity = abi::info(op).arity, parameter = op == Op::FRound ? random() % 5 : 0;
      std::pair<Expr, Expr> b, c;
      if (arity > 1) b = second(from);
      if (arity > 2) c = second(from);
      if (arity == 2 && random() % 2) std::swap(a, b);
      const unsigned to = op == Op::FToS || op == Op::FToU                      ? 1 + random() % 64
                          : abi::info(op).result == abi::ResultWidth::Bool      ? 1
                          : op == Op::FCast || op == Op::SToF || op == Op::UToF ? kFormats[random() % 5]
                                                                                : from;
      terms.emplace_back(raw(pool, op, to, a.first, b.first, c.first, parameter),
                         pool.floating(op, to, parameter, a.second, b.second, c.second));
    }
    expr::Evaluator evaluate(pool);
    for (int round = 0; round < 20; ++round) {
      expr::Assignment values;
      for (std::uint32_t v = 0; v < pool.variables().size(); ++v) {
        const unsigned w = pool.variables()[v].width;
        values.set(v, expr::from_u128(expr::is_format(w) ? random_float(random, w) : random_value(random, w)));
      }
      evaluate.assign(values);
      for (std::size_t i = 0; i < terms.size(); ++i) {
        ASSERT_EQ(evaluate(terms[i].first), evaluate(terms[i].second)) << "seed " << seed << " term " << i;
      }
    }
  }
}

}  // namespace
}  // namespace forall::solve
