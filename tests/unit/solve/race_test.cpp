// Two back ends at the same time: who wins, that the other one ends, that nothing outlives its time.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "solve/backends.h"
#include "solve/child.h"
#include "solve/decorators.h"
#include "support.h"

namespace forall::solve {
namespace {

using testing::equals;
using testing::Expr;
using testing::Op;
using testing::raw;
using testing::variable;

double seconds_of(const std::function<void()>& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

class RaceTest : public ::testing::Test {
 protected:
  // a <= b <= c <= d <= e, and e < a: nothing for a theory of orders, and long for a SAT solver.
  std::vector<Expr> chain_of_orders() {
    std::vector<Expr> query;
    std::vector<Expr> names;
    for (const char* name : {"a", "b", "c", "d", "e"}) names.push_back(variable(pool_, name, 64));
    for (std::size_t i = 1; i < names.size(); ++i) query.push_back(raw(pool_, Op::Sle, 1, names[i - 1], names[i]));
    query.push_back(raw(pool_, Op::Slt, 1, names.back(), names.front()));
    return query;
  }
  // A product of two primes: nobody factors it in a second.
  std::vector<Expr> factors() {
    const Expr x = variable(pool_, "x", 128), y = variable(pool_, "y", 128);
    const auto half = pool_.constant(expr::from_u128(expr::U128{1} << 63), 128);
    const auto product = expr::U128{7244019458077122899ULL} * 6267931151224907167ULL;
    return {raw(pool_, Op::Ult, 1, x, half), raw(pool_, Op::Ult, 1, y, half),
            raw(pool_, Op::Ult, 1, pool_.constant(1, 128), x), raw(pool_, Op::Ult, 1, pool_.constant(1, 128), y),
            equals(pool_, raw(pool_, Op::Mul, 128, x, y), product)};
  }

  expr::Pool pool_;
};

TEST_F(RaceTest, DecidesQuicklyWithoutTheSecond) {
  const auto race = make_race(pool_, Backend::Cadical, true);
  const Expr x = variable(pool_, "x", 8);
  EXPECT_TRUE(std::holds_alternative<Sat>(race->check({std::vector{equals(pool_, x, 3)}}, {})));
  Statistics s;
  race->add_statistics(s);
  EXPECT_EQ(s.fallbacks, 0u);
}

TEST_F(RaceTest, WhatIsLongForOneIsDecidedByTheOther) {
  const auto race = make_race(pool_, Backend::Cadical, true);
  const std::vector<Expr> query = chain_of_orders();
  const Answer answer = race->check({query}, {.seconds = 60});
  ASSERT_TRUE(std::holds_alternative<Unsat>(answer));
  EXPECT_TRUE(std::get<Unsat>(answer).by.has_value());
}

TEST_F(RaceTest, AModelOfTheOtherProcessIsAModel) {
  const auto race = make_race(pool_, Backend::Z3, false);
  const Expr x = variable(pool_, "x", 128);
  const expr::U128 value = (expr::U128{7} << 100) + 5;
  // Too large for this process.
  const std::vector<Expr> query = {equals(pool_, x, value)};
  Effort effort{.conflicts = 0, .seconds = 30, .gates = 1};
  const Answer answer = race->check({query}, effort);
  ASSERT_TRUE(std::holds_alternative<Sat>(answer));
  EXPECT_EQ(expr::to_u128(std::get<Sat>(answer).model.get(0)), value);
}

TEST_F(RaceTest, AQuickEffortStartsNoRace) {
  const auto race = make_race(pool_, Backend::Cadical, true);
  const std::vector<Expr> query = factors();
  const Answer answer = race->check({query}, quick_part({.seconds = 60}));
  EXPECT_TRUE(std::holds_alternative<Unknown>(answer));
  Statistics s;
  race->add_statistics(s);
  EXPECT_EQ(s.fallbacks, 0u);
}

TEST_F(RaceTest, KeepsItsTime) {
  const auto race = make_race(pool_, Backend::Cadical, true);
  const std::vector<Expr> query = factors();
  Answer answer;
  const double spent = seconds_of([&] { answer = race->check({query}, {.seconds = 1}); });
  EXPECT_TRUE(std::holds_alternative<Unknown>(answer));
  EXPECT_LT(spent, 3);  // 1 on a machine that does nothing else
}

TEST_F(RaceTest, EndsWhenItIsInterrupted) {
  std::atomic<bool> stop = false;
  const base::Interrupt interrupt = [&] { return stop.load(); };
  for (const bool is_z3 : {false, true}) {
    stop = false;
    const auto race = make_race(pool_, is_z3 ? Backend::Z3 : Backend::Cadical, !is_z3);
    std::thread later([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
      stop = true;
    });
    const std::vector<Expr> query = factors();
    const double spent = seconds_of([&] {
      EXPECT_TRUE(std::holds_alternative<Unknown>(race->check({query}, {.seconds = 600, .interrupt = &interrupt})));
    });
    later.join();
    EXPECT_LT(spent, 20);
  }
}

TEST(Child, GivesBackWhatItsWorkReturns) {
  Child child([] { return std::string(100000, 'x'); });
  child.wait(base::Deadline(60));
  EXPECT_EQ(child.answer(), std::string(100000, 'x'));
}

TEST(Child, OfWorkThatThrowsOrDiesThereIsNoAnswer) {
  Child throws([]() -> std::string { throw 1; });
  Child dies([]() -> std::string { std::_Exit(0); });
  for (Child* child : {&throws, &dies}) {
    child->wait(base::Deadline(60));
    EXPECT_TRUE(child->is_done());
    EXPECT_EQ(child->answer(), std::nullopt);
  }
}

TEST(Child, EndsWithItsOwner) {
  const double spent = seconds_of([] {
    Child child([]() -> std::string {
      for (;;) std::this_thread::sleep_for(std::chrono::seconds(1));
    });
    child.wait(base::Deadline(0.1));
    EXPECT_FALSE(child.is_done());
    EXPECT_EQ(child.answer(), std::nullopt);
  });
  EXPECT_LT(spent, 20);
}

}  // namespace
}  // namespace forall::solve
