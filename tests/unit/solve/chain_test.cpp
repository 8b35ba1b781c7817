// The chain as a whole: whatever is switched on, the answers are the same.
#include "solve/chain.h"

#include <gtest/gtest.h>

#include "solve/backends.h"
#include "support.h"

namespace forall::solve {
namespace {

using namespace testing;

TEST(Chain, EveryCombinationOfOptionsGivesTheSameAnswers) {
  std::mt19937_64 random(21);
  expr::Pool pool;
  RandomTerms terms(pool, random,
                    {variable(pool, "a", 1), variable(pool, "b", 6), variable(pool, "c", 6), variable(pool, "d", 8)});
  std::vector<std::unique_ptr<Solver>> chains;
  for (const Backend backend : {Backend::Cadical, Backend::Z3}) {
    for (unsigned i = 0; i < 64; ++i) {
      chains.push_back(make_chain(pool, {.backend = backend,
                                         .order = (i & 32) != 0,
                                         .substitute = (i & 8) != 0,
                                         .independence = (i & 1) != 0,
                                         .reuse = (i & 2) != 0,
                                         .narrow = (i & 16) != 0,
                                         .fallback = (i & 4) != 0}));
    }
  }
  const auto truth = make_cadical(pool);
  std::vector<Expr> conditions;
  for (int i = 0; i < 20; ++i) {
    terms.grow();
    conditions.push_back(terms.condition());
  }
  conditions.push_back(pool.truth(true));
  for (std::uint32_t i = 0; i < 4; ++i) {  // equations, which define variables
    const Expr x = pool.variable_expr(i);
    conditions.push_back(pool.binary(Op::Eq, x, pool.constant(random() & 1, pool.width(x))));
  }
  conditions.push_back(pool.binary(Op::Eq, pool.variable_expr(1), pool.variable_expr(2)));
  conditions.push_back(pool.binary(Op::Eq, pool.variable_expr(3), pool.cast(Op::ZExt, pool.variable_expr(1), 8)));
  for (std::uint32_t i = 1; i < 4; ++i) {  // limits, which narrow variables
    const Expr x = pool.variable_expr(i);
    conditions.push_back(pool.binary(Op::Ult, x, pool.constant(1 + random() % 3, pool.width(x))));
    conditions.push_back(pool.binary(Op::Slt, x, pool.constant(1 + random() % 3, pool.width(x))));
    conditions.push_back(pool.binary(Op::Sle, pool.constant(0, pool.width(x)), x));
  }
  for (int i = 0; i < 120; ++i) {
    std::vector<Expr> query;
    for (std::uint64_t n = random() % 6; n > 0; --n) query.push_back(conditions[random() % conditions.size()]);
    const std::size_t expected = truth->check({query}, {}).index();
    // Each model is evaluated by the chain itself.
    for (std::size_t k = 0; k < chains.size(); ++k) {
      ASSERT_EQ(chains[k]->check({query}, {}).index(), expected) << "query " << i << " chain " << k;
    }
  }
}

TEST(Chain, CountsWhatHappened) {
  expr::Pool pool;
  const auto chain = make_chain(pool, {.order = false});
  const Expr x = variable(pool, "x", 8), y = variable(pool, "y", 8);
  const std::vector<Expr> query = {pool.binary(Op::Ult, pool.constant(3, 8), x),
                                   pool.binary(Op::Ult, pool.constant(4, 8), y)};
  chain->check({query}, {});
  chain->check({query}, {});
  Statistics s;
  chain->add_statistics(s);
  EXPECT_EQ(s.queries, 2u);
  EXPECT_EQ(s.solved, 2u) << "two independent parts";
  EXPECT_EQ(s.reused, 2u);
  EXPECT_EQ(s.fallbacks, 0u);
}

TEST(Chain, AsksTheOtherBackEndWhatTheFirstDoesNotDecideQuickly) {
  expr::Pool pool;
  const auto chain = make_chain(pool, {});
  // Distributivity is one rewrite for Z3 and a long search for the bit-blaster.
  const Expr x = variable(pool, "x", 32), y = variable(pool, "y", 32), z = variable(pool, "z", 32);
  const Expr left = raw(pool, Op::Mul, 32, x, raw(pool, Op::Add, 32, y, z));
  const Expr right = raw(pool, Op::Add, 32, raw(pool, Op::Mul, 32, x, y), raw(pool, Op::Mul, 32, x, z));
  const std::vector<Expr> query = {raw(pool, Op::Not, 1, raw(pool, Op::Eq, 1, left, right))};
  EXPECT_TRUE(std::holds_alternative<Unsat>(chain->check({query}, {.conflicts = 100})));
  Statistics s;
  chain->add_statistics(s);
  EXPECT_EQ(s.fallbacks, 1u);
}

}  // namespace
}  // namespace forall::solve
