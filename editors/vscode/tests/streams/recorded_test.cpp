// What the recorded streams are of.
#include <forall/forall.h>

#include <cstdlib>
#include <ctime>
#include <stdexcept>
#include <string>

int half(int x) { return x / 2; }

void IsSmaller(int x) {
  ASSUME(x > 0);
  EXPECT_LT(half(x), x);
}
FORALL(HalfTest, IsSmaller);

void IsUndone(int x) {
  ASSUME(0 <= x && x < 100);
  EXPECT_EQ(half(x) * 2, x);
}
FORALL(HalfTest, IsUndone);

int digits(const std::string& text) {
  int count = 0;
  for (const char c : text) count += '0' <= c && c <= '9';
  return count;
}

void AreFew(const std::string& text) { EXPECT_LE(digits(text), 6); }
FORALL(DigitsTest, AreFew).WithBounds({.length = 2});

void IsLater(int limit) {
  if (limit < 5) throw std::runtime_error("<img src=x onerror=alert(1)> [x](command:y)\u202e");
  EXPECT_NE(std::time(nullptr), 5);
}
FORALL(ClockTest, IsLater);
