// Answers that come without symbols, and errors that cost one test only.
#include <forall/forall.h>
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <variant>

namespace {

// --- inputs of several types

void Alternatives(std::variant<int, short, char> v) { EXPECT_FALSE(v.index() == 1 && std::get<1>(v) == 300); }
FORALL(Answers, Alternatives);

// --- beyond a bound

unsigned subtract_down(unsigned a, unsigned b) {
  while (b != 0) {
    if (a > b) {
      a -= b;
    } else {
      b -= a;
    }
  }
  return a;
}
void Endless(unsigned a, unsigned b) { EXPECT_GE(subtract_down(a, b) + 1, 0U); }
FORALL(Answers, Endless).WithBounds({.runs = 300});

void FailsLate(unsigned n) {
  unsigned rounds = 0;
  for (unsigned i = 0; i < n; ++i) ++rounds;
  EXPECT_LT(rounds, 128U);  // one more than --unfold lets pass
}
FORALL(Answers, FailsLate).WithBounds({.runs = 300});

void LongIsNotEndless(unsigned n) {
  unsigned rounds = 0;
  for (unsigned i = 0; i < n; ++i) ++rounds;
  EXPECT_EQ(rounds, n);
}
FORALL(Answers, LongIsNotEndless).WithBounds({.unfold = 20});

// --- few inputs

int gcd(int a, int b) {
  while (b != 0) {
    const int rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}
void GreatestDivisor(int a, int b) {
  ASSUME(0 <= a && a < 30 && 0 < b && b < 30);
  const int divisor = gcd(a, b);
  EXPECT_EQ(a % divisor, 0);
  EXPECT_EQ(b % divisor, 0);
  for (int larger = divisor + 1; larger < 30; ++larger) EXPECT_TRUE(a % larger != 0 || b % larger != 0);
}
FORALL(Answers, GreatestDivisor).WithBounds({.runs = 50});

void OneOfFewFails(int a, int b) {
  ASSUME(0 <= a && a < 30 && 0 < b && b < 30);
  EXPECT_NE(a * 31 % 29 * 100 + b * b % 23, 1213);
}
FORALL(Answers, OneOfFewFails).WithBounds({.runs = 2});

// --- what the standard leaves open

void SignOfComparison(const char* a, const char* b) {
  ASSUME(a != nullptr && b != nullptr);
  const int order = std::strcmp(a, b), back = std::strcmp(b, a);
  EXPECT_EQ(order < 0, back > 0);
  EXPECT_EQ(order == 0, back == 0);
}
FORALL(Answers, SignOfComparison).WithBounds({.length = 2});

void NumberOfComparison(char a) {
  const char x[2] = {a, 0};
  const int order = std::strcmp(x, "m");
  EXPECT_TRUE(order == -1 || order == 0 || order == 1);
}
FORALL(Answers, NumberOfComparison);

void NumberOfConcreteComparison(int a) { EXPECT_NE(std::strcmp(a == 1 ? "a" : "b", "c"), -7); }
FORALL(Answers, NumberOfConcreteComparison);

void OrderOfTexts(char a, char b) {
  const std::string x(1, a), y(1, b);
  EXPECT_EQ(x < y, static_cast<unsigned char>(a) < static_cast<unsigned char>(b));
  EXPECT_EQ(x.compare(y) == 0, a == b);
}
FORALL(Answers, OrderOfTexts);

// --- undefined only where it is used

void LowestBit(int x) {
  const int bit = __builtin_ffs(x);
  EXPECT_EQ(bit == 0, x == 0);
  EXPECT_LE(bit, 32);
}
FORALL(Answers, LowestBit);

}  // namespace
