#include <forall/forall.h>
#include <gtest/gtest.h>

#include <tuple>

#include "date.h"
#include "money.h"

namespace {

std::tuple<int, int, int> parts(const Date& date) { return {date.year, date.month, date.day}; }

void NextDayIsLater(const Date& date) {
  ASSUME(is_date(date));
  EXPECT_GT(parts(next_day(date)), parts(date));
}
FORALL(DateTest, NextDayIsLater);

void NextDayIsADate(const Date& date) {
  ASSUME(is_date(date) && date.year < 9999);
  EXPECT_TRUE(is_date(next_day(date)));
}
FORALL(DateTest, NextDayIsADate);

void CenturiesAreSeldomLeapYears(int century) {
  ASSUME(1 <= century && century <= 99);
  EXPECT_EQ(is_leap(100 * century), century % 4 == 0);
}
FORALL(DateTest, CenturiesAreSeldomLeapYears);

void SumsAreExactOrRefused(int x, int y) {
  const long long sum = static_cast<long long>(x) + y;
  try {
    EXPECT_EQ((Money{x} + Money{y}).cents, sum);
  } catch (const std::overflow_error&) {
    EXPECT_NE(sum, static_cast<int>(sum));
  }
}
FORALL(MoneyTest, SumsAreExactOrRefused);

void SharesAddUp(int cents) {
  ASSUME(0 <= cents && cents <= 10000);
  const auto shares = in_three({cents});
  EXPECT_EQ((shares[0] + shares[1] + shares[2]).cents, cents);
  EXPECT_LE(shares[0].cents - shares[2].cents, 1);
}
FORALL(MoneyTest, SharesAddUp);

}  // namespace
