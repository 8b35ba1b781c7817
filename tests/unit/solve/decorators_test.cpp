// Each decorator by itself, over a solver that answers from a script.
#include "solve/decorators.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "solve/backends.h"
#include "support.h"

namespace forall::solve {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

bool is_sat(const Answer& a) { return std::holds_alternative<Sat>(a); }
bool is_unsat(const Answer& a) { return std::holds_alternative<Unsat>(a); }

class Decorator : public ::testing::Test {
 protected:
  std::unique_ptr<Solver> fake(FakeSolver::Reply reply) {
    return std::make_unique<FakeSolver>(asked_, std::move(reply));
  }
  // Answers truly, and records what it is asked.
  std::unique_ptr<Solver> honest() {
    return fake([this](const std::vector<Expr>& query) { return truth_->check({query}, {}); });
  }
  Expr at_most(Expr e, std::uint64_t value) { return pool_.binary(Op::Ule, e, pool_.constant(value, pool_.width(e))); }
  Expr less(Expr a, Expr b) { return pool_.binary(Op::Ult, a, b); }
  static Statistics statistics(const Solver& solver) {
    Statistics s;
    solver.add_statistics(s);
    return s;
  }

  expr::Pool pool_;
  std::unique_ptr<Solver> truth_ = make_cadical(pool_);
  std::vector<std::vector<Expr>> asked_;
  Expr x_ = variable(pool_, "x", 8), y_ = variable(pool_, "y", 8), z_ = variable(pool_, "z", 8);
};

class TrivialTest : public Decorator {};

TEST_F(TrivialTest, DropsTrueConstraintsAndDuplicates) {
  const auto solver = make_trivial(pool_, honest());
  const Expr c = at_most(x_, 3);
  EXPECT_TRUE(is_sat(solver->check({std::vector{pool_.truth(true), c, c, pool_.truth(true)}}, {})));
  EXPECT_THAT(asked_, ElementsAre(ElementsAre(c)));
}

TEST_F(TrivialTest, DecidesConstantsWithoutASolver) {
  const auto solver = make_trivial(pool_, honest());
  EXPECT_TRUE(is_sat(solver->check({}, {})));
  EXPECT_TRUE(is_sat(solver->check({std::vector{pool_.truth(true)}}, {})));
  const Answer answer = solver->check({std::vector{at_most(x_, 3), pool_.truth(false)}}, {});
  ASSERT_TRUE(is_unsat(answer));
  EXPECT_THAT(std::get<Unsat>(answer).core, ElementsAre(pool_.truth(false)));
  EXPECT_THAT(asked_, IsEmpty());
}

TEST_F(TrivialTest, SeesAConstraintBesideItsNegationInEitherOrder) {
  const auto solver = make_trivial(pool_, honest());
  const Expr c = equals(pool_, x_, 3), d = raw(pool_, Op::Not, 1, c);
  for (const std::vector<Expr>& query : {std::vector{c, at_most(y_, 3), d}, std::vector{d, c}}) {
    const Answer answer = solver->check({query}, {});
    ASSERT_TRUE(is_unsat(answer));
    EXPECT_THAT(std::get<Unsat>(answer).core, ::testing::UnorderedElementsAre(c, d));
  }
  EXPECT_THAT(asked_, IsEmpty());
  EXPECT_TRUE(is_sat(solver->check({std::vector{d}}, {}))) << "earlier queries are forgotten";
}

class NarrowTest : public Decorator {
 protected:
  std::uint32_t index(Expr v) const { return pool_[v].low; }
};

TEST_F(NarrowTest, AsksAboutTheLowBitsAndSetsTheOthersToZero) {
  const auto solver = make_narrow(pool_, fake([this](const std::vector<Expr>&) {
                                    Sat sat;
                                    sat.model.set(index(x_), {0xfb, 0});  // says nothing about the upper bits
                                    return sat;
                                  }));
  const Answer answer = solver->check({std::vector{at_most(x_, 4), less(y_, x_)}}, {});
  const Expr low = pool_.cast(Op::ZExt, pool_.extract(x_, 0, 3), 8);
  EXPECT_THAT(asked_, ElementsAre(ElementsAre(at_most(low, 4), less(y_, low))));
  EXPECT_EQ(std::get<Sat>(answer).model.get(index(x_)).lo, 3u);
  EXPECT_TRUE(std::get<Sat>(answer).model.has(index(y_)));
}

TEST_F(NarrowTest, PassesOnWhatBoundsNothingOrSavesLittle) {
  const auto solver = make_narrow(pool_, honest());
  const std::vector<Expr> wide = {at_most(x_, 40), less(y_, x_)};
  solver->check({wide}, {});
  const std::vector<Expr> below_zero = {pool_.binary(Op::Slt, x_, pool_.constant(3, 8)), less(y_, x_)};
  solver->check({below_zero}, {});
  EXPECT_THAT(asked_, ElementsAre(wide, below_zero));
}

TEST_F(NarrowTest, TheCoreNamesTheConstraintsAndTheBoundsThatWereUsed) {
  const auto solver = make_narrow(pool_, honest());
  const Expr bound = at_most(x_, 4), other = at_most(z_, 200), contradiction = less(pool_.constant(9, 8), x_);
  const Answer answer = solver->check({std::vector{bound, other, contradiction}}, {});
  ASSERT_TRUE(is_unsat(answer));
  const std::vector<Expr>& core = std::get<Unsat>(answer).core;
  EXPECT_THAT(core, ::testing::Contains(bound));
  EXPECT_THAT(core, ::testing::Contains(contradiction));
}

TEST_F(NarrowTest, EveryFormOfALimitKeepsTheAnswer) {
  const auto solver = make_checked(pool_, make_narrow(pool_, honest()));
  const Expr wide = pool_.cast(Op::ZExt, x_, 16), extended = pool_.cast(Op::SExt, x_, 16);
  const Expr below = less(pool_.constant(2, 8), x_), beyond = pool_.binary(Op::Slt, x_, pool_.constant(2, 8));
  for (const Expr term : {x_, wide, extended}) {
    for (const Op op : {Op::Ult, Op::Ule, Op::Slt, Op::Sle}) {
      for (const std::uint64_t constant : {0, 1, 2, 3, 7, 8, 15, 16, 127, 128, 254, 255, 65535}) {
        const Expr c = pool_.constant(constant, pool_.width(term));
        for (const bool first : {true, false}) {
          const Expr order = first ? pool_.binary(op, c, term) : pool_.binary(op, term, c);
          for (const Expr limit : {order, pool_.logical_not(order)}) {
            for (const Expr other : {below, beyond, pool_.binary(Op::Sle, pool_.constant(0, 8), x_)}) {
              const std::vector<Expr> query = {limit, other, equals(pool_, pool_.binary(Op::And, x_, y_), 1)};
              ASSERT_EQ(solver->check({query}, {}).index(), truth_->check({query}, {}).index());
            }
          }
        }
      }
    }
  }
}

class SubstituteTest : public Decorator {
 protected:
  Expr equation(Expr a, Expr b) { return pool_.binary(Op::Eq, a, b); }
  std::uint32_t index(Expr v) const { return pool_[v].low; }
};

TEST_F(SubstituteTest, AsksWithTheDefinitionInPlaceOfTheVariable) {
  const auto solver = make_substitute(pool_, honest());
  const Answer answer = solver->check({std::vector{equation(x_, y_), less(x_, z_)}}, {});
  ASSERT_TRUE(is_sat(answer));
  ASSERT_EQ(asked_.size(), 1u);
  EXPECT_TRUE(asked_[0] == std::vector{less(x_, z_)} || asked_[0] == std::vector{less(y_, z_)});
  const expr::Assignment& model = std::get<Sat>(answer).model;
  EXPECT_EQ(model.get(index(x_)), model.get(index(y_)));
}

TEST_F(SubstituteTest, EqualArgumentsMakeEqualTerms) {
  const auto solver = make_substitute(pool_, fake([](const std::vector<Expr>&) { return Unknown{"too hard"}; }));
  const auto product = [&](Expr v) { return pool_.binary(Op::Mul, v, pool_.binary(Op::Add, v, pool_.constant(5, 8))); };
  EXPECT_TRUE(is_unsat(solver->check(
      {std::vector{equals(pool_, product(x_), 6), equals(pool_, product(y_), 7), equation(x_, y_)}}, {})));
}

TEST_F(SubstituteTest, AChainOfDefinitionsIsComputedBackwards) {
  const auto solver = make_substitute(pool_, honest());
  const Expr next = pool_.binary(Op::Add, y_, pool_.constant(1, 8));
  const Answer answer = solver->check({std::vector{equation(x_, next), equation(y_, z_), equals(pool_, z_, 41)}}, {});
  ASSERT_TRUE(is_sat(answer));
  EXPECT_THAT(asked_, IsEmpty());
  EXPECT_EQ(std::get<Sat>(answer).model.get(index(x_)).lo, 42u);
}

TEST_F(SubstituteTest, GivesAValueToVariablesThatVanish) {
  const auto solver = make_substitute(pool_, honest());
  const Expr masked = pool_.binary(Op::And, x_, y_);
  const Answer answer = solver->check({std::vector{equals(pool_, x_, 0), at_most(masked, 3)}}, {});
  ASSERT_TRUE(is_sat(answer));
  EXPECT_TRUE(std::get<Sat>(answer).model.has(index(y_)));
}

TEST_F(SubstituteTest, ADefinitionThatContainsItsVariableIsNone) {
  const auto solver = make_substitute(pool_, honest());
  const Expr square = equation(x_, pool_.binary(Op::Mul, x_, x_));
  EXPECT_TRUE(is_sat(solver->check({std::vector{square}}, {})));
  EXPECT_THAT(asked_, ElementsAre(ElementsAre(square)));
}

TEST_F(SubstituteTest, ACoreOfRewrittenConstraintsIsNotPassedOn) {
  const auto solver = make_substitute(pool_, honest());
  const Answer answer = solver->check({std::vector{equation(x_, y_), less(x_, z_), less(z_, y_)}}, {});
  ASSERT_TRUE(is_unsat(answer));
  EXPECT_THAT(std::get<Unsat>(answer).core, IsEmpty());
}

class IndependentTest : public Decorator {};

TEST_F(IndependentTest, AsksComponentsSeparatelyTheLastConstraintsFirst) {
  const auto solver = make_independent(pool_, honest());
  const Expr a = equals(pool_, x_, 7), b = less(y_, z_), c = at_most(x_, 9), d = equals(pool_, z_, 5);
  const std::vector<Expr> query = {a, b, c, d};
  const Answer answer = solver->check({query}, {});
  EXPECT_THAT(asked_, ElementsAre(ElementsAre(b, d), ElementsAre(a, c)));
  ASSERT_TRUE(is_sat(answer));
  EXPECT_TRUE(satisfies(pool_, std::get<Sat>(answer).model, query));
  for (const std::uint32_t v : {0u, 1u, 2u}) EXPECT_TRUE(std::get<Sat>(answer).model.has(v));
}

TEST_F(IndependentTest, PassesOnAConnectedQueryAsItIs) {
  const auto solver = make_independent(pool_, honest());
  const std::vector<Expr> query = {less(x_, y_), less(y_, z_), at_most(x_, 9)};
  EXPECT_TRUE(is_sat(solver->check({query}, {})));
  EXPECT_THAT(asked_, ElementsAre(query));
}

TEST_F(IndependentTest, ConnectsThroughALaterConstraint) {
  const auto solver = make_independent(pool_, honest());
  const std::vector<Expr> query = {at_most(x_, 9), at_most(y_, 9), less(x_, y_)};
  EXPECT_TRUE(is_sat(solver->check({query}, {})));
  EXPECT_THAT(asked_, ElementsAre(query));
}

TEST_F(IndependentTest, OneUnsatisfiableComponentDecidesAndIsTheCore) {
  const Expr a = at_most(x_, 1), b = at_most(y_, 3), c = at_most(y_, 2);
  const auto solver = make_independent(pool_, fake([&](const std::vector<Expr>& query) -> Answer {
                                         if (query.size() == 2) return Unsat{};
                                         return Unknown{"too hard"};
                                       }));
  const Answer answer = solver->check({std::vector{b, c, a}}, {});
  ASSERT_TRUE(is_unsat(answer)) << "also after an undecided component";
  EXPECT_THAT(std::get<Unsat>(answer).core, ElementsAre(b, c));
}

TEST_F(IndependentTest, UndecidedComponentLeavesTheQueryUndecided) {
  const auto solver = make_independent(pool_, fake([&](const std::vector<Expr>& query) -> Answer {
                                         if (pool_.support(query[0])[0] == 0) return Unknown{"too hard"};
                                         return truth_->check({query}, {});
                                       }));
  const Answer answer = solver->check({std::vector{at_most(x_, 1), at_most(y_, 1)}}, {});
  ASSERT_TRUE(std::holds_alternative<Unknown>(answer));
  EXPECT_EQ(std::get<Unknown>(answer).reason, "too hard");
}

TEST_F(IndependentTest, ConstraintsWithoutVariablesAreAComponent) {
  const auto solver = make_independent(pool_, honest());
  const Expr closed = equals(pool_, pool_.constant(3, 8), 4);  // not simplified
  EXPECT_TRUE(is_unsat(solver->check({std::vector{closed, at_most(x_, 3), at_most(y_, 2)}}, {})));
}

class ReuseTest : public Decorator {};

TEST_F(ReuseTest, AnswersTheSameQueryOnce) {
  const auto solver = make_reuse(pool_, honest());
  const std::vector<Expr> query = {less(x_, y_), at_most(y_, 9)};
  EXPECT_TRUE(is_sat(solver->check({query}, {})));
  const Answer again = solver->check({query}, {});
  ASSERT_TRUE(is_sat(again));
  EXPECT_TRUE(satisfies(pool_, std::get<Sat>(again).model, query));
  EXPECT_EQ(asked_.size(), 1u);
  EXPECT_EQ(statistics(*solver).reused, 1u);
}

TEST_F(ReuseTest, RemembersAModelBeyondTheRecentOnes) {
  const auto solver = make_reuse(pool_, honest());
  for (int round = 0; round < 2; ++round) {
    for (unsigned i = 0; i < 50; ++i) EXPECT_TRUE(is_sat(solver->check({std::vector{equals(pool_, x_, i)}}, {})));
  }
  EXPECT_EQ(asked_.size(), 50u);
}

TEST_F(ReuseTest, SupersetOfAnUnsatisfiableCoreIsUnsatisfiable) {
  const Expr a = less(x_, y_), b = less(y_, z_), c = less(z_, x_);
  const auto solver = make_reuse(pool_, fake([&](const std::vector<Expr>&) -> Answer { return Unsat{{a, b, c}}; }));
  EXPECT_TRUE(is_unsat(solver->check({std::vector{at_most(x_, 200), a, b, c}}, {})));
  const Answer answer = solver->check({std::vector{b, at_most(z_, 9), c, at_most(y_, 3), a}}, {});
  ASSERT_TRUE(is_unsat(answer));
  EXPECT_THAT(std::get<Unsat>(answer).core, ::testing::UnorderedElementsAre(a, b, c));
  EXPECT_EQ(asked_.size(), 1u);
}

TEST_F(ReuseTest, SubsetOfAnUnsatisfiableQueryIsAskedAnew) {
  const Expr a = less(x_, y_), b = less(y_, x_);
  const auto solver = make_reuse(pool_, fake([&](const std::vector<Expr>& query) -> Answer {
                                   if (query.size() == 2) return Unsat{};  // without a core: all of it
                                   return truth_->check({query}, {});
                                 }));
  EXPECT_TRUE(is_unsat(solver->check({std::vector{a, b}}, {})));
  EXPECT_TRUE(is_sat(solver->check({std::vector{a}}, {})));
  EXPECT_TRUE(is_sat(solver->check({std::vector{b}}, {})));
  EXPECT_EQ(asked_.size(), 3u);
}

TEST_F(ReuseTest, TriesRecentModelsAndCompletesThem) {
  const auto solver = make_reuse(pool_, honest());
  EXPECT_TRUE(is_sat(solver->check({std::vector{equals(pool_, x_, 5)}}, {})));
  const std::vector<Expr> query = {at_most(x_, 9), at_most(y_, 9)};
  const Answer answer = solver->check({query}, {});
  ASSERT_TRUE(is_sat(answer));
  EXPECT_EQ(std::get<Sat>(answer).model.get(0).lo, 5u);
  EXPECT_TRUE(std::get<Sat>(answer).model.has(1)) << "y was not in the model that was reused";
  EXPECT_EQ(asked_.size(), 1u);
}

TEST_F(ReuseTest, DoesNotRememberUndecidedQueries) {
  int calls = 0;
  const auto solver = make_reuse(pool_, fake([&](const std::vector<Expr>& query) -> Answer {
                                   if (++calls == 1) return Unknown{"timeout"};
                                   return truth_->check({query}, {});
                                 }));
  const std::vector<Expr> query = {less(x_, y_)};
  EXPECT_TRUE(std::holds_alternative<Unknown>(solver->check({query}, {})));
  EXPECT_TRUE(is_sat(solver->check({query}, {})));
}

TEST_F(ReuseTest, NeverContradictsTheTruthOnRandomQueries) {
  std::mt19937_64 random(11);
  RandomTerms terms(pool_, random, {x_, y_, z_});
  const auto solver = make_reuse(pool_, honest());
  std::vector<Expr> conditions;
  for (int i = 0; i < 40; ++i) {
    terms.grow();
    conditions.push_back(terms.condition());
  }
  for (int i = 0; i < 2000; ++i) {
    std::vector<Expr> query;
    for (std::uint64_t n = 1 + random() % 6; n > 0; --n) query.push_back(conditions[random() % conditions.size()]);
    const Answer answer = solver->check({query}, {});
    const Answer truth = truth_->check({query}, {});
    ASSERT_EQ(answer.index(), truth.index()) << "query " << i;
    if (is_sat(answer)) {
      ASSERT_TRUE(satisfies(pool_, std::get<Sat>(answer).model, query)) << "query " << i;
    }
  }
  EXPECT_LT(asked_.size(), 1500u);
}

TEST_F(Decorator, CountingCountsQueries) {
  const auto solver = make_counting(honest());
  for (unsigned i = 0; i < 3; ++i) solver->check({std::vector{at_most(x_, i)}}, {});
  EXPECT_EQ(statistics(*solver).queries, 3u);
}

class CheckedTest : public Decorator {};

TEST_F(CheckedTest, LetsTrueModelsPass) {
  const auto solver = make_checked(pool_, honest());
  EXPECT_TRUE(is_sat(solver->check({std::vector{less(x_, y_), equals(pool_, y_, 9)}}, {})));
}

TEST_F(CheckedTest, ThrowsOnAModelThatViolatesItsQueryAndSaysWhich) {
  const auto solver = make_checked(pool_, fake([](const std::vector<Expr>&) -> Answer {
                                     Sat wrong;
                                     wrong.model.set(0, {12, 0});
                                     return wrong;
                                   }));
  try {
    solver->check({std::vector{at_most(x_, 9)}}, {});
    FAIL() << "the wrong model was accepted";
  } catch (const base::SoundnessError& error) {
    EXPECT_THAT(error.what(), HasSubstr("does not satisfy"));
    EXPECT_THAT(error.what(), HasSubstr("x = 12"));
  }
}

TEST_F(CheckedTest, ThrowsOnAModelThatLeavesAVariableOpen) {
  const auto solver = make_checked(pool_, fake([](const std::vector<Expr>&) -> Answer { return Sat{}; }));
  EXPECT_THROW(solver->check({std::vector{at_most(x_, 9)}}, {}), base::SoundnessError);
}

TEST_F(CheckedTest, ThrowsOnACoreThatIsNoPartOfItsQuery) {
  const Expr other = at_most(y_, 1);
  const auto solver = make_checked(pool_, fake([&](const std::vector<Expr>&) -> Answer { return Unsat{{other}}; }));
  EXPECT_THROW(solver->check({std::vector{at_most(x_, 9)}}, {}), base::SoundnessError);
}

}  // namespace
}  // namespace forall::solve
