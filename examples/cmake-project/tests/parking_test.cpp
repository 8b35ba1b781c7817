#include <forall/forall.h>
#include <gtest/gtest.h>

#include "parking/clock.h"
#include "parking/tariff.h"
#include "parking/voucher.h"

namespace {

using namespace parking;

TEST(ClockTest, NightIsShort) { EXPECT_EQ(minutes_between(23 * 60, 60), 120); }

void AddsUp(int from, int to) {
  ASSUME(is_time(from) && is_time(to));
  const int minutes = minutes_between(from, to);
  EXPECT_TRUE(is_time(minutes));
  EXPECT_EQ((from + minutes) % kMinutesOfDay, to);
}
FORALL(ClockTest, AddsUp);

TEST(TariffTest, FirstQuarterIsFree) { EXPECT_EQ(fee(14), 0); }

void LongerIsNotCheaper(int minutes, int more) {
  ASSUME(0 <= minutes && minutes <= more && more < 3 * kMinutesOfDay);
  EXPECT_LE(fee(minutes), fee(more));
}
FORALL(TariffTest, LongerIsNotCheaper);

void NeverPaysOut(int cents, int hours) {
  ASSUME(0 <= cents && cents <= 100000 && 0 <= hours && hours <= 24);
  const int rest = after_voucher(cents, hours);
  EXPECT_GE(rest, 0);
  EXPECT_LE(rest, cents);
}
FORALL(VoucherTest, NeverPaysOut);

}  // namespace
