// Differential fuzzing of the simplifier: a random term and its simplified form have one value under every assignment
// tried. A failure names the seed and prints nothing else that is needed to replay it.
#include <gtest/gtest.h>

#include <algorithm>

#include "expr/evaluate.h"
#include "expr/simplify.h"
#include "random_terms.h"

namespace forall::expr::testing {
namespace {

// Over three variables of three bits every assignment is tried, so a failure cannot hide behind rare values.
TEST(SimplifyRandomTest, NarrowTermsKeepTheirValueUnderEveryAssignment) {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    Pool pool;
    RandomTerms terms(pool, seed, {3, 3, 1}, 12);
    std::vector<TermPair> made;
    for (int i = 0; i < 30; ++i) made.push_back(terms.grow());
    Evaluator evaluate(pool);
    for (std::uint64_t bits = 0; bits < 128; ++bits) {
      Assignment assignment;
      assignment.set(0, {bits & 7, 0});
      assignment.set(1, {(bits >> 3) & 7, 0});
      assignment.set(2, {bits >> 6, 0});
      evaluate.assign(assignment);
      for (std::size_t i = 0; i < made.size(); ++i) {
        ASSERT_EQ(pool.width(made[i].raw), pool.width(made[i].simplified)) << "seed " << seed << " term " << i;
        const U128 value = to_u128(evaluate(made[i].raw));
        ASSERT_EQ(value, to_u128(evaluate(made[i].simplified)))
            << "seed " << seed << " term " << i << " assignment " << bits;
        ASSERT_LE(value, std::min(pool.most(made[i].raw), pool.most(made[i].simplified)))
            << "seed " << seed << " term " << i << " assignment " << bits;
      }
    }
  }
}

TEST(SimplifyRandomTest, WideTermsKeepTheirValue) {
  const std::vector<std::vector<unsigned>> widths = {{32, 32, 8}, {64, 64, 1}, {8, 16, 33}, {128, 127, 65}, {8, 8, 8}};
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    Pool pool;
    const std::vector<unsigned>& chosen = widths[seed % widths.size()];
    RandomTerms terms(pool, seed, chosen, 128);
    std::vector<TermPair> made;
    for (int i = 0; i < 30; ++i) made.push_back(terms.grow());
    Evaluator evaluate(pool);
    for (int round = 0; round < 40; ++round) {
      Assignment assignment;
      for (std::uint32_t v = 0; v < chosen.size(); ++v) {
        assignment.set(v, from_u128(terms.interesting_value(chosen[v])));
      }
      evaluate.assign(assignment);
      for (std::size_t i = 0; i < made.size(); ++i) {
        const U128 value = to_u128(evaluate(made[i].raw));
        ASSERT_EQ(value, to_u128(evaluate(made[i].simplified)))
            << "seed " << seed << " term " << i << " round " << round;
        ASSERT_LE(value, std::min(pool.most(made[i].raw), pool.most(made[i].simplified)))
            << "seed " << seed << " term " << i << " round " << round;
      }
    }
  }
}

// Building a simplified term again from its own operands changes nothing: the rules reach a normal form.
TEST(SimplifyRandomTest, SimplifiedTermsAreStable) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Pool pool;
    RandomTerms terms(pool, seed, {8, 8, 1, 32}, 64);
    for (int i = 0; i < 30; ++i) {
      const Expr e = terms.grow().simplified;
      const Node n = pool[e];
      Expr again = e;
      switch (abi::info(n.op).arity) {
        case 0: break;
        case 1:
          again = n.op == Op::Extract                    ? pool.extract(n.a, n.low, n.width)
                  : n.op == Op::ZExt || n.op == Op::SExt ? pool.cast(n.op, n.a, n.width)
                                                         : pool.unary(n.op, n.a);
          break;
        case 2: again = pool.binary(n.op, n.a, n.b); break;
        default: again = pool.ite(n.a, n.b, n.c); break;
      }
      ASSERT_EQ(again, e) << "seed " << seed << " term " << i << ": " << abi::info(n.op).name;
    }
  }
}

}  // namespace
}  // namespace forall::expr::testing
