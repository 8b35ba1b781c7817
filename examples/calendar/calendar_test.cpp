// proved:  the day after a valid date is valid and later; a leap year has a 29th of February
// refuted: EveryYearDivisibleByFourIsLeap, by the years 1900, 2100, ...
#include "calendar.h"

#include <forall/forall.h>
#include <gtest/gtest.h>

namespace {

bool is_before(const Date& a, const Date& b) {
  if (a.year != b.year) return a.year < b.year;
  if (a.month != b.month) return a.month < b.month;
  return a.day < b.day;
}

void DayAfterIsValidAndLater(Date date) {
  ASSUME(date.year >= 1583 && date.year <= 9999);
  ASSUME(is_valid(date));
  const Date next = day_after(date);
  EXPECT_TRUE(is_valid(next));
  EXPECT_TRUE(is_before(date, next));
}
FORALL(CalendarTest, DayAfterIsValidAndLater).WithSeeds({{{2023, Month::Dec, 31}}, {{2024, Month::Feb, 28}}});

void LeapYearsHaveA29thOfFebruary(int year) {
  const Date date{year, Month::Feb, 29};
  EXPECT_EQ(is_valid(date), is_leap(year));
}
FORALL(CalendarTest, LeapYearsHaveA29thOfFebruary).WithDomains(InRange(1583, 9999));

void EveryYearDivisibleByFourIsLeap(int year) {
  ASSUME(year % 4 == 0);
  EXPECT_TRUE(is_leap(year));
}
FORALL(CalendarTest, EveryYearDivisibleByFourIsLeap).WithDomains(InRange(1583, 9999));

}  // namespace
