// proved: money is neither made nor lost, and every illegal withdrawal throws.
#include "account.h"

#include <forall/forall.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>

namespace {

constexpr std::int64_t kMost = 1'000'000'000'00;  // no account of ours holds more than a thousand million

void TransferKeepsTheSum(std::int64_t mine, std::int64_t yours, std::int64_t amount) {
  Account from(mine);
  Account to(yours);
  try {
    transfer(from, to, amount);
  } catch (const Overdrawn&) {
    EXPECT_GT(amount, mine);
  }
  EXPECT_EQ(from.balance() + to.balance(), mine + yours);
  EXPECT_GE(from.balance(), 0);
}
FORALL(AccountTest, TransferKeepsTheSum)
    .WithDomains(InRange<std::int64_t>(0, kMost), InRange<std::int64_t>(0, kMost), InRange<std::int64_t>(0, kMost))
    .WithSeeds({{100, 0, 30}});

void OverdrawingThrows(std::int64_t cents, std::int64_t amount) {
  ASSUME(amount >= 0 && amount > cents);
  Account(cents).withdraw(amount);
}
FORALL(AccountTest, OverdrawingThrows).Throws<Overdrawn>().WithSeeds({{1, 2}});

void NegativeAmountsThrow(std::int64_t cents, std::int64_t amount) {
  ASSUME(amount < 0);
  Account account(cents);
  if (forall::choose<bool>("deposits")) {
    account.deposit(amount);
  } else {
    account.withdraw(amount);
  }
}
FORALL(AccountTest, NegativeAmountsThrow).Throws<std::invalid_argument>().WithSeeds({{0, -1}});

}  // namespace
