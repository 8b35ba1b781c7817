// Tests whose naive generalization is false. Each holds for the values it has, and not for all.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace {

int Abs(int x) { return x < 0 ? -x : x; }
int Clamp(int x, int low, int high) { return x < low ? low : x > high ? high : x; }
int Sign(int x) { return x < 0 ? -1 : x > 0 ? 1 : 0; }
int Max(int a, int b) { return a > b ? a : b; }
int Half(int x) { return x / 2; }
int Divide(int a, int b) { return a / b; }
bool IsEven(int x) { return x % 2 == 0; }
bool IsLeap(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }
int Grade(int points) {
  if (points < 0 || points > 100) throw std::invalid_argument("points");
  return points >= 50 ? 1 : 0;
}
int DaysIn(int month) {
  if (month < 1 || month > 12) throw std::out_of_range("month");
  if (month == 2) return 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}
int Magic(int x) { return x == 12345 ? 0 : x; }
unsigned char Low(int x) { return static_cast<unsigned char>(x); }

class Cell {
 public:
  void set(int key, int value) {
    key_ = key;
    value_ = value;
  }
  int get(int key) const { return key == key_ ? value_ : -1; }

 private:
  int key_ = 0;
  int value_ = 0;
};

class Account {
 public:
  void deposit(int amount) {
    if (amount <= 0) throw std::invalid_argument("amount");
    balance_ += amount;
  }
  bool withdraw(int amount) {
    if (amount > balance_) return false;
    balance_ -= amount;
    return true;
  }
  int balance() const { return balance_; }

 private:
  int balance_ = 0;
};

TEST(Unsound, AbsOfPositive) { EXPECT_EQ(5, Abs(5)); }
TEST(Unsound, AbsOfNegative) { EXPECT_EQ(5, Abs(-5)); }
TEST(Unsound, ClampInside) { EXPECT_EQ(5, Clamp(5, 1, 10)); }
TEST(Unsound, SignOfPositive) { EXPECT_EQ(1, Sign(7)); }
TEST(Unsound, MaxIsSecond) { EXPECT_EQ(9, Max(4, 9)); }
TEST(Unsound, HalfOfTwo) { EXPECT_EQ(1, Half(2)); }
TEST(Unsound, Quotient) { EXPECT_EQ(4, Divide(12, 3)); }
TEST(Unsound, Even) { EXPECT_TRUE(IsEven(4)); }
TEST(Unsound, Odd) { EXPECT_FALSE(IsEven(7)); }
TEST(Unsound, Leap) { EXPECT_TRUE(IsLeap(2024)); }
TEST(Unsound, GradePassed) { EXPECT_EQ(1, Grade(60)); }
TEST(Unsound, GradeFailed) { EXPECT_EQ(0, Grade(10)); }
TEST(Unsound, February) { EXPECT_EQ(28, DaysIn(2)); }
TEST(Unsound, LongMonth) { EXPECT_EQ(31, DaysIn(1)); }
TEST(Unsound, OneInMany) { EXPECT_EQ(3, Magic(3)); }
TEST(Unsound, LowByte) { EXPECT_EQ(200, Low(200)); }
TEST(Unsound, EqualKeys) {
  Cell cell;
  cell.set(1, 10);
  EXPECT_EQ(10, cell.get(1));
}
TEST(Unsound, OtherKey) {
  Cell cell;
  cell.set(1, 10);
  EXPECT_EQ(-1, cell.get(2));
}
TEST(Unsound, Withdraw) {
  Account account;
  account.deposit(100);
  EXPECT_TRUE(account.withdraw(30));
  EXPECT_EQ(70, account.balance());
}
TEST(Unsound, Overdraw) {
  Account account;
  account.deposit(100);
  EXPECT_FALSE(account.withdraw(130));
  EXPECT_EQ(100, account.balance());
}

}  // namespace
