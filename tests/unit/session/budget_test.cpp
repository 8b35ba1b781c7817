#include "session/budget.h"

#include <gtest/gtest.h>

namespace forall::session {
namespace {

struct SetClock : base::Clock {
  double now() override { return time; }
  double time = 0;
};

class BudgetTest : public ::testing::Test {
 protected:
  // Explores so many PUTs one after the other, each of which takes all that it is given.
  double explore_all(std::size_t puts, double total) {
    Budget budget(clock, total, puts, 1);
    const double start = clock.now();
    for (std::size_t i = 0; i < puts; ++i) {
      budget.begin_put();
      clock.time += budget.share(60);
    }
    return clock.now() - start;
  }

  SetClock clock;
};

TEST_F(BudgetTest, AloneAPutMayTakeItsLimit) {
  Budget budget(clock, usual_seconds(1), 1, 4);
  budget.begin_put();
  EXPECT_EQ(budget.share(60), 60);
  EXPECT_EQ(budget.share(5), 5);
}

TEST_F(BudgetTest, ElevenPutsWithoutEndTakeLessThanTwoMinutes) { EXPECT_LE(explore_all(11, usual_seconds(11)), 105); }

TEST_F(BudgetTest, WithoutATotalEachTakesItsLimit) { EXPECT_EQ(explore_all(11, 0), 660); }

TEST_F(BudgetTest, WhatOneDoesNotNeedIsThereForTheOthers) {
  Budget budget(clock, 100, 10, 1);
  for (int i = 0; i < 9; ++i) {
    budget.begin_put();
    clock.time += 1;
  }
  budget.begin_put();
  EXPECT_EQ(budget.share(1000), 91);
}

TEST_F(BudgetTest, ThoseThatAreExploredAtTheSameTimeShareTheSameSeconds) {
  Budget budget(clock, 100, 8, 2);
  budget.begin_put();
  EXPECT_EQ(budget.share(60), 25);
  budget.begin_put();
  EXPECT_NEAR(budget.share(60), 28.5, 0.1);
}

TEST_F(BudgetTest, AmongManyAPutGetsSomethingAsLongAsTheTimeLasts) {
  Budget budget(clock, 60, 1000, 1);
  budget.begin_put();
  EXPECT_EQ(budget.share(60), 10);
  clock.time += 59.5;
  budget.begin_put();
  EXPECT_EQ(budget.share(60), 1);
}

}  // namespace
}  // namespace forall::session
