// The back ends against each other and against evaluation on random terms, their incremental behaviour and their
// limits.
#include "solve/backends.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support.h"

namespace forall::solve {
namespace {

using namespace testing;

bool is_sat(const Answer& a) { return std::holds_alternative<Sat>(a); }
bool is_unsat(const Answer& a) { return std::holds_alternative<Unsat>(a); }

bool sets_all_variables(expr::Pool& pool, const expr::Assignment& model, const std::vector<Expr>& constraints) {
  for (const Expr c : constraints) {
    for (const std::uint32_t v : pool.support(c)) {
      if (!model.has(v)) return false;
    }
  }
  return true;
}

std::string describe(const Answer& a) {
  if (const auto* unknown = std::get_if<Unknown>(&a)) return "unknown: " + unknown->reason;
  return is_sat(a) ? "sat" : "unsat";
}

TEST(Backends, AgreeOnRandomConjunctionsOfRandomTerms) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    std::mt19937_64 random(seed);
    expr::Pool pool;
    RandomTerms terms(pool, random,
                      {variable(pool, "a", 1), variable(pool, "b", 4), variable(pool, "c", 6), variable(pool, "d", 8)});
    const auto cadical = make_cadical(pool), z3 = make_z3(pool);
    for (int i = 0; i < 12; ++i) terms.grow();
    for (int i = 0; i < 12; ++i) {
      std::vector<Expr> query;
      for (std::uint64_t n = 1 + random() % 5; n > 0; --n) query.push_back(terms.condition());
      const Answer one = cadical->check({query}, {}), other = z3->check({query}, {});
      ASSERT_EQ(describe(one), describe(other)) << "seed " << seed << " query " << i;
      for (const Answer* answer : {&one, &other}) {
        if (!is_sat(*answer)) continue;
        const expr::Assignment& model = std::get<Sat>(*answer).model;
        EXPECT_TRUE(satisfies(pool, model, query)) << "seed " << seed << " query " << i;
        EXPECT_TRUE(sets_all_variables(pool, model, query)) << "seed " << seed << " query " << i;
      }
    }
  }
}

// Truth is known by trying all values of the inputs.
TEST(Cadical, DecidesRandomTermsOverTwelveBitsAsExhaustiveEvaluationDoes) {
  for (std::uint64_t seed = 100; seed < 130; ++seed) {
    std::mt19937_64 random(seed);
    expr::Pool pool;
    RandomTerms terms(pool, random, {variable(pool, "a", 5), variable(pool, "b", 4), variable(pool, "c", 3)});
    const auto solver = make_cadical(pool);
    for (int i = 0; i < 10; ++i) terms.grow();
    std::vector<Expr> query;
    for (int n = 0; n < 4; ++n) query.push_back(terms.condition());
    bool satisfiable = false;
    for (std::uint64_t x = 0; x < 4096 && !satisfiable; ++x) {
      expr::Assignment model;
      model.set(0, {x & 31, 0});
      model.set(1, {(x >> 5) & 15, 0});
      model.set(2, {x >> 9, 0});
      satisfiable = satisfies(pool, model, query);
    }
    const Answer answer = solver->check({query}, {});
    EXPECT_EQ(describe(answer), satisfiable ? "sat" : "unsat") << "seed " << seed;
  }
}

// Queries as a depth-first exploration asks them, over ever new expressions.
class PrefixWalk {
 public:
  explicit PrefixWalk(std::uint64_t seed)
      : random_(seed),
        terms_(pool_, random_, {variable(pool_, "a", 8), variable(pool_, "b", 8), variable(pool_, "c", 8)}) {}

  const std::vector<Expr>& next() {
    while (!query_.empty() && random_() % 3 == 0) query_.pop_back();
    if (query_.size() > 8) query_.resize(2);
    if (random_() % 4 == 0) terms_.grow();
    query_.push_back(terms_.condition());
    return query_;
  }
  void drop_last() { query_.pop_back(); }
  expr::Pool& pool() { return pool_; }

 private:
  expr::Pool pool_;
  std::mt19937_64 random_;
  RandomTerms terms_;
  std::vector<Expr> query_;
};

TEST(Cadical, OneInstanceAnswersThousandsOfQueriesLikeFreshOnes) {
  PrefixWalk walk(5);
  const auto lasting = make_cadical(walk.pool());
  for (int i = 0; i < 3000; ++i) {
    const std::vector<Expr>& query = walk.next();
    const Answer answer = lasting->check({query}, {});
    if (is_sat(answer)) {
      ASSERT_TRUE(satisfies(walk.pool(), std::get<Sat>(answer).model, query)) << "query " << i;
    } else {
      ASSERT_TRUE(is_unsat(answer)) << "query " << i;
      if (i % 8 == 0) {
        ASSERT_TRUE(is_unsat(make_cadical(walk.pool())->check({query}, {}))) << "query " << i;
      }
      walk.drop_last();
    }
  }
}

TEST(Cadical, RebuildsWhenOldVariablesPileUpAndAnswersTheSame) {
  PrefixWalk walk(6);
  const auto eager = make_cadical(walk.pool(), {.audit_every = 4, .clause_worth = 0});
  const auto lasting = make_cadical(walk.pool(), {.audit_every = 1'000'000});
  for (int i = 0; i < 2000; ++i) {
    const std::vector<Expr>& query = walk.next();
    const Answer answer = eager->check({query}, {});
    ASSERT_EQ(describe(answer), describe(lasting->check({query}, {}))) << "query " << i;
    if (is_sat(answer)) {
      ASSERT_TRUE(satisfies(walk.pool(), std::get<Sat>(answer).model, query)) << "query " << i;
    } else {
      walk.drop_last();
    }
  }
  Statistics statistics;
  eager->add_statistics(statistics);
  EXPECT_GT(statistics.rebuilds, 0u);
  EXPECT_EQ(statistics.solved, 2000u);
}

TEST(Cadical, KeepsItsSolverWhileQueriesUseIt) {
  expr::Pool pool;
  const auto solver = make_cadical(pool, {.audit_every = 2});
  const Expr x = variable(pool, "x", 32), y = variable(pool, "y", 32);
  const Expr product = pool.binary(Op::Mul, x, y);
  for (std::uint64_t i = 1; i < 200; ++i) {
    ASSERT_TRUE(is_sat(solver->check({std::vector{equals(pool, product, i)}}, {})));
  }
  Statistics statistics;
  solver->add_statistics(statistics);
  EXPECT_EQ(statistics.rebuilds, 0u);
}

TEST(Cadical, CoreIsAnUnsatisfiablePartOfTheQuery) {
  PrefixWalk walk(7);
  const auto solver = make_cadical(walk.pool()), second = make_cadical(walk.pool());
  int cores = 0, smaller = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::vector<Expr>& query = walk.next();
    const Answer answer = solver->check({query}, {});
    if (!is_unsat(answer)) continue;
    const std::vector<Expr>& core = std::get<Unsat>(answer).core;
    ASSERT_FALSE(core.empty());
    for (const Expr c : core) ASSERT_NE(std::find(query.begin(), query.end(), c), query.end());
    ASSERT_TRUE(is_unsat(second->check({core}, {})));
    ++cores;
    smaller += core.size() < query.size();
    walk.drop_last();
  }
  EXPECT_GT(cores, 50);
  EXPECT_GT(smaller, 10);
}

TEST(Cadical, ModelsPreferSmallValues) {
  expr::Pool pool;
  const auto solver = make_cadical(pool);
  const Expr x = variable(pool, "x", 32), y = variable(pool, "y", 32);
  const std::vector<Expr> query = {pool.binary(Op::Ule, x, y)};
  const Answer answer = solver->check({query}, {});
  ASSERT_TRUE(is_sat(answer));
  EXPECT_EQ(std::get<Sat>(answer).model.get(0).lo, 0u);
  EXPECT_EQ(std::get<Sat>(answer).model.get(1).lo, 0u);
}

TEST(Z3, FollowsThePrefixOfThousandsOfQueries) {
  PrefixWalk walk(8);
  const auto z3 = make_z3(walk.pool()), cadical = make_cadical(walk.pool());
  for (int i = 0; i < 1000; ++i) {
    const std::vector<Expr>& query = walk.next();
    const Answer answer = z3->check({query}, {});
    ASSERT_EQ(describe(answer), describe(cadical->check({query}, {}))) << "query " << i;
    if (is_sat(answer)) {
      ASSERT_TRUE(satisfies(walk.pool(), std::get<Sat>(answer).model, query)) << "query " << i;
    } else {
      walk.drop_last();
    }
  }
}

struct BackendParam {
  const char* name;
  std::unique_ptr<Solver> (*make)(expr::Pool&);
};

class EveryBackend : public ::testing::TestWithParam<BackendParam> {
 protected:
  // Factoring: easy to state, far beyond any small budget.
  std::vector<Expr> hard_query() {
    const Expr x = variable(pool_, "x", 48), y = variable(pool_, "y", 48);
    const Expr product = raw(pool_, Op::Mul, 48, x, y);
    const auto at_least = [&](Expr e) { return raw(pool_, Op::Ult, 1, pool_.constant(1, 48), e); };
    const auto half = [&](Expr e) { return raw(pool_, Op::Ult, 1, e, pool_.constant(1 << 24, 48)); };
    // The product of two primes just below 2^23.
    return {equals(pool_, product, U128{8388593} * 8388587), at_least(x), at_least(y), half(x), half(y)};
  }

  expr::Pool pool_;
  std::unique_ptr<Solver> solver_ = GetParam().make(pool_);
};

TEST_P(EveryBackend, EmptyQueryIsSatisfiable) { EXPECT_TRUE(is_sat(solver_->check({}, {}))); }

TEST_P(EveryBackend, DecidesConstantConstraints) {
  const std::vector<Expr> yes = {pool_.truth(true)}, no = {pool_.truth(true), pool_.truth(false)};
  EXPECT_TRUE(is_sat(solver_->check({yes}, {})));
  EXPECT_TRUE(is_unsat(solver_->check({no}, {})));
  EXPECT_TRUE(is_sat(solver_->check({yes}, {})));
}

TEST_P(EveryBackend, ContradictionIsUnsatisfiableAndForgottenAfterwards) {
  const Expr x = variable(pool_, "x", 1);
  const Expr not_x = raw(pool_, Op::Not, 1, x);
  EXPECT_TRUE(is_unsat(solver_->check({std::vector{x, not_x}}, {})));
  EXPECT_TRUE(is_sat(solver_->check({std::vector{x, x}}, {})));
  EXPECT_TRUE(is_sat(solver_->check({std::vector{not_x}}, {})));
}

TEST_P(EveryBackend, CompletesModelsWithVariablesThatDoNotMatter) {
  const Expr x = variable(pool_, "x", 16), y = variable(pool_, "y", 70);
  // y - y is never simplified here, so y occurs.
  const Expr zero = raw(pool_, Op::Sub, 70, y, y);
  const std::vector<Expr> query = {equals(pool_, x, 5), equals(pool_, zero, 0)};
  const Answer answer = solver_->check({query}, {});
  ASSERT_TRUE(is_sat(answer));
  EXPECT_TRUE(std::get<Sat>(answer).model.has(0));
  EXPECT_TRUE(std::get<Sat>(answer).model.has(1));
}

TEST_P(EveryBackend, GivesUpAtTheConflictLimitWithAReason) {
  const std::vector<Expr> query = hard_query();
  const Answer answer = solver_->check({query}, {.conflicts = 5});
  ASSERT_TRUE(std::holds_alternative<Unknown>(answer)) << describe(answer);
  EXPECT_NE(std::get<Unknown>(answer).reason.find("conflict"), std::string::npos) << describe(answer);
  // The limit was for that query only.
  const Expr x = variable(pool_, "x", 48);
  EXPECT_TRUE(is_sat(solver_->check({std::vector{equals(pool_, x, 3)}}, {})));
}

TEST_P(EveryBackend, GivesUpAtTheTimeLimitWithAReason) {
  const std::vector<Expr> query = hard_query();
  const Answer answer = solver_->check({query}, {.seconds = 0.02});
  ASSERT_TRUE(std::holds_alternative<Unknown>(answer)) << describe(answer);
  const std::string& reason = std::get<Unknown>(answer).reason;
  EXPECT_TRUE(reason.find("time") != std::string::npos || reason.find("canceled") != std::string::npos) << reason;
  const Expr x = variable(pool_, "x", 48);
  EXPECT_TRUE(is_sat(solver_->check({std::vector{equals(pool_, x, 3)}}, {})));
}

TEST(Cadical, TranslationKeepsTheTimeLimit) {
  expr::Pool pool;
  Expr power = variable(pool, "x", 128);
  for (int i = 0; i < 200; ++i) power = raw(pool, Op::Mul, 128, power, power);
  const auto solver = make_cadical(pool);
  const Answer answer = solver->check({std::vector{equals(pool, power, 1)}}, {.seconds = 1e-6});
  ASSERT_TRUE(std::holds_alternative<Unknown>(answer));
  EXPECT_NE(std::get<Unknown>(answer).reason.find("time"), std::string::npos);
  EXPECT_TRUE(is_sat(solver->check({std::vector{equals(pool, variable(pool, "x", 128), 9)}}, {})));
}

// An interrupt comes at any moment of a query, and the next query goes on from there.
TEST_P(EveryBackend, AnswersWithinAnyTimeLimitAreRight) {
  int definite = 0, ended = 0;
  for (std::uint64_t seed = 20; seed < 22; ++seed) {
    PrefixWalk walk(seed);
    std::mt19937_64 random(seed);
    const auto solver = GetParam().make(walk.pool()), judge = make_cadical(walk.pool());
    for (int i = 0; i < 150; ++i) {
      const std::vector<Expr>& query = walk.next();
      const double seconds = 1e-6 * static_cast<double>(std::uint64_t{1} << random() % 15);
      const Answer answer = solver->check({query}, {.seconds = seconds}), truth = judge->check({query}, {});
      if (is_unsat(truth)) walk.drop_last();
      if (std::holds_alternative<Unknown>(answer)) {
        ++ended;
        continue;
      }
      ++definite;
      ASSERT_EQ(describe(answer), describe(truth)) << "seed " << seed << " query " << i;
      if (!is_sat(answer)) continue;
      ASSERT_TRUE(satisfies(walk.pool(), std::get<Sat>(answer).model, query)) << "seed " << seed << " query " << i;
    }
  }
  EXPECT_GT(definite, 0);
  EXPECT_GT(ended, 0);
}

INSTANTIATE_TEST_SUITE_P(Backends, EveryBackend,
                         ::testing::Values(BackendParam{"Cadical", [](expr::Pool& p) { return make_cadical(p); }},
                                           BackendParam{"Z3", [](expr::Pool& p) { return make_z3(p); }}),
                         [](const auto& param) { return param.param.name; });

}  // namespace
}  // namespace forall::solve
