// Comparisons, and sets of values: every small case against the definition, random ones against a back end.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bitset>

#include "solve/backends.h"
#include "solve/comparisons.h"
#include "solve/decorators.h"
#include "solve/value_set.h"
#include "support.h"

namespace forall::solve {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Set = std::bitset<8>;  // of numbers of 3 bits

ValueSet from(const Set& set) {
  ValueSet result;
  for (std::uint64_t i = 0; i < set.size(); ++i) {
    if (!set[i]) continue;
    if (!result.empty() && result.back().high + 1 == i) {
      result.back().high = i;
    } else {
      result.push_back({i, i});
    }
  }
  return result;
}

TEST(ValueSetTest, OperationsAreThoseOfSets) {
  for (unsigned long x = 0; x < 256; ++x) {
    const ValueSet set = from(x);
    ASSERT_EQ(complement(set, 3), from(~Set(x)));
    for (unsigned by = 0; by < 8; ++by) ASSERT_EQ(shifted(set, by, 3), from(Set(x << by | x >> (8 - by)))) << x << by;
    for (unsigned long y = 0; y < 256; ++y) ASSERT_EQ(intersection(set, from(y)), from(x & y));
    for (std::uint64_t start = 0; start < 8; ++start) {
      std::uint64_t up = start, down = start, value = start;
      while (value < 8 && !Set(x)[value]) ++value;
      ASSERT_EQ(next_up(set, up), value < 8);
      ASSERT_TRUE(value >= 8 || up == value);
      for (value = start; value < 8 && !Set(x)[value];) --value;  // ends below 0
      ASSERT_EQ(next_down(set, down), value < 8);
      ASSERT_TRUE(value >= 8 || down == value);
    }
  }
  for (std::uint64_t low = 0; low < 8; ++low) {
    for (std::uint64_t size = 0; size < 8; ++size) {
      Set set;
      for (std::uint64_t i = 0; i <= size; ++i) set.set((low + i) % 8);
      ASSERT_EQ(ring_interval(low, (low + size) % 8, 3), from(set));
    }
  }
}

TEST(ValueSetTest, TheWidestNumbersDoNotOverflow) {
  const std::uint64_t most = ~std::uint64_t{0}, half = std::uint64_t{1} << 63;
  EXPECT_THAT(complement(all_values(64), 64), IsEmpty());
  EXPECT_THAT(complement({}, 64), ElementsAre(Interval{0, most}));
  EXPECT_THAT(shifted({{0, half - 1}}, half, 64), ElementsAre(Interval{half, most}));
  EXPECT_THAT(shifted({{most, most}}, 1, 64), ElementsAre(Interval{0, 0}));
  EXPECT_THAT(shifted(all_values(64), 5, 64), ElementsAre(Interval{0, most}));
  EXPECT_THAT(ring_interval(5, 4, 64), ElementsAre(Interval{0, most}));
}

class OrderTest : public ::testing::Test {
 protected:
  OrderTest() {
    for (const char* name : {"a", "b", "c", "d"}) {
      narrow_.push_back(variable(pool_, std::string("narrow ") + name, 3));
      wide_.push_back(variable(pool_, std::string("wide ") + name, 32));
      widest_.push_back(variable(pool_, std::string("widest ") + name, 64));
    }
  }

  Expr less(Expr a, Expr b) { return pool_.binary(Op::Slt, a, b); }
  Expr at_most(Expr a, Expr b) { return pool_.binary(Op::Sle, a, b); }
  Expr equal(Expr a, Expr b) { return pool_.binary(Op::Eq, a, b); }
  Expr unequal(Expr a, Expr b) { return pool_.logical_not(equal(a, b)); }
  Expr number(std::int64_t value, Expr like) {
    return pool_.constant(static_cast<std::uint64_t>(value) & greatest_of(pool_.width(like)), pool_.width(like));
  }
  Answer check(const std::vector<Expr>& query) { return solver_->check({query}, {}); }
  std::int64_t value(const Answer& answer, Expr v) {
    return static_cast<std::int32_t>(std::get<Sat>(answer).model.get(pool_[v].low).lo);
  }

  // A comparison of these with each other and with constants, or what is about one of them only.
  Expr random_comparison(const std::vector<Expr>& variables) {
    static constexpr Op kOps[] = {Op::Eq, Op::Ult, Op::Ule, Op::Slt, Op::Sle};
    Expr a = variables[random_() % variables.size()], b = variables[random_() % variables.size()];
    const unsigned width = pool_.width(a);
    const auto any_number = [&] { return pool_.constant(expr::from_u128(random_value(random_, width)), width); };
    if (random_() % 2 == 0) b = any_number();
    if (pool_.is_constant(b) && random_() % 3 == 0) a = pool_.binary(Op::Add, a, any_number());
    if (random_() % 4 == 0) std::swap(a, b);
    const Expr made = pool_.binary(kOps[random_() % std::size(kOps)], a, b);
    return random_() % 2 == 0 ? made : pool_.logical_not(made);
  }
  Expr random_constraint(const std::vector<Expr>& variables) {
    const Expr first = random_comparison(variables);
    if (random_() % 4 != 0) return first;
    const Expr both = pool_.binary(random_() % 2 == 0 ? Op::And : Op::Or, first, random_comparison(variables));
    return random_() % 2 == 0 ? both : pool_.logical_not(both);
  }

  expr::Pool pool_;
  std::mt19937_64 random_{7};
  std::unique_ptr<Solver> truth_ = make_cadical(pool_);
  std::vector<std::vector<Expr>> asked_;  // of the next solver
  std::unique_ptr<Solver> solver_ = make_checked(
      pool_, make_order(pool_, std::make_unique<FakeSolver>(asked_, [this](const std::vector<Expr>& query) {
                          return truth_->check({query}, {});
                        })));
  std::vector<Expr> narrow_, wide_, widest_;
};

TEST_F(OrderTest, RandomComparisonsHaveTheAnswersOfABackEnd) {
  for (const std::vector<Expr>& variables : {narrow_, wide_, widest_}) {
    std::vector<Expr> constraints;
    for (int i = 0; i < 60; ++i) constraints.push_back(random_constraint(variables));
    std::size_t unsatisfiable = 0, queries = 600;
    asked_.clear();
    for (std::size_t i = 0; i < queries; ++i) {
      std::vector<Expr> query;
      for (std::uint64_t n = 1 + random_() % 10; n > 0; --n)
        query.push_back(constraints[random_() % constraints.size()]);
      const std::size_t expected = truth_->check({query}, {}).index();
      unsatisfiable += expected == 1 ? 1 : 0;
      ASSERT_EQ(check(query).index(), expected) << "query " << i;
    }
    EXPECT_GT(unsatisfiable, queries / 10);
    EXPECT_LT(unsatisfiable, queries * 9 / 10);
    EXPECT_LT(asked_.size(), queries * 9 / 10) << "most of the rest mixes signed and unsigned";
  }
}

TEST_F(OrderTest, SortingNeedsNoOtherSolver) {
  const Expr a = wide_[0], b = wide_[1], c = wide_[2], d = wide_[3];
  const Answer sorted = check({less(a, b), at_most(b, c), unequal(b, c), less(d, a)});
  EXPECT_EQ(value(sorted, d), 0);
  EXPECT_EQ(value(sorted, a), 1);
  EXPECT_EQ(value(sorted, b), 2);
  EXPECT_EQ(value(sorted, c), 3);
  EXPECT_TRUE(std::holds_alternative<Unsat>(check({less(a, b), at_most(b, c), at_most(c, a)})));
  EXPECT_TRUE(std::holds_alternative<Unsat>(check({equal(a, b), at_most(b, c), at_most(c, a), unequal(a, c)})));
  EXPECT_THAT(asked_, IsEmpty());
}

TEST_F(OrderTest, ValuesAreNextToZero) {
  const Expr a = wide_[0], b = wide_[1];
  const Answer below = check({less(a, b), less(b, number(0, b))});
  EXPECT_EQ(value(below, b), -1);
  EXPECT_EQ(value(below, a), -2);
  const Answer within = check({less(number(-5, a), a), unequal(a, b), less(b, number(3, b))});
  EXPECT_EQ(value(within, a) + value(within, b), 1) << "one of them is 0";
  EXPECT_THAT(asked_, IsEmpty());
}

TEST_F(OrderTest, AGapInTheValuesCounts) {
  const Expr a = wide_[0], b = wide_[1], c = wide_[2];
  const auto among = [&](Expr v, std::int64_t x, std::int64_t y) {
    return pool_.binary(Op::Or, equal(v, number(x, v)), equal(v, number(y, v)));
  };
  // Disjunctions of a wide variable go to the next solver; intervals with a gap are several constraints.
  const std::vector<Expr> gap = {at_most(number(3, b), b), at_most(b, number(5, b)), unequal(b, number(4, b))};
  std::vector<Expr> query = gap;
  query.insert(query.end(), {less(a, b), less(number(3, a), a)});
  EXPECT_EQ(value(check(query), a), 4);
  query.push_back(unequal(a, number(4, a)));
  EXPECT_TRUE(std::holds_alternative<Unsat>(check(query)));
  EXPECT_THAT(asked_, IsEmpty());
  check({among(c, 1, 7)});
  EXPECT_EQ(asked_.size(), 1u);
}

TEST_F(OrderTest, WhatIsNoComparisonTakesItsVariablesWithIt) {
  const Expr a = wide_[0], b = wide_[1], c = wide_[2], d = wide_[3];
  const Expr product = equal(pool_.binary(Op::Mul, a, a), number(9, a));
  const Expr tied = less(a, b), apart = less(c, d), mixed = pool_.binary(Op::And, less(b, number(9, b)), less(d, c));
  EXPECT_TRUE(std::holds_alternative<Sat>(check({product, tied, apart})));
  EXPECT_THAT(asked_, ElementsAre(ElementsAre(product, tied)));
  asked_.clear();
  EXPECT_TRUE(std::holds_alternative<Unsat>(check({product, tied, apart, mixed}))) << "a part of the last one suffices";
  EXPECT_THAT(asked_, IsEmpty());
  EXPECT_TRUE(std::holds_alternative<Sat>(check({product, tied, mixed})));
  EXPECT_THAT(asked_, ElementsAre(ElementsAre(product, tied, mixed)));
}

TEST_F(OrderTest, SignedAndUnsignedTogetherAreNotOneOrder) {
  const Expr a = wide_[0], b = wide_[1];
  EXPECT_TRUE(std::holds_alternative<Sat>(check({less(a, b), pool_.binary(Op::Ult, b, a)})));
  EXPECT_EQ(asked_.size(), 1u);
}

TEST_F(OrderTest, AnyConditionOnAByteIsASetOfItsValues) {
  const Expr x = variable(pool_, "byte", 8);
  const Expr lower = pool_.binary(Op::Or, x, pool_.constant(0x20, 8));
  const Expr is_a = equal(lower, pool_.constant('a', 8));
  EXPECT_EQ(value(check({is_a}), x), 'A');
  EXPECT_EQ(value(check({is_a, unequal(x, pool_.constant('A', 8))}), x), 'a');
  EXPECT_TRUE(std::holds_alternative<Unsat>(check({is_a, less(x, pool_.constant('A', 8))})));
  EXPECT_THAT(asked_, IsEmpty());
}

}  // namespace
}  // namespace forall::solve
