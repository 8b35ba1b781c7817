// PUTs with some hundred paths or more, which are explored in units.
#include <forall/forall.h>
#include <gtest/gtest.h>

#include <array>
#include <stdexcept>
#include <string>
#include <utility>

namespace {

void insertion_sort(int* a, int count) {
  for (int i = 1; i < count; ++i) {
    for (int j = i; j > 0 && a[j - 1] > a[j]; --j) std::swap(a[j - 1], a[j]);
  }
}

int kind_of(char c) {
  if (c >= '0' && c <= '9') return 1;
  if (c >= 'a' && c <= 'f') return 2;
  return 0;
}

}  // namespace

void Sorts(std::array<int, 6> a) {
  insertion_sort(a.data(), 6);
  for (int i = 1; i < 6; ++i) EXPECT_LE(a[i - 1], a[i]);
}
FORALL(Jobs, Sorts);

// Fails in three ways, on many paths each.
void Fails(std::array<char, 5> text) {
  int digits = 0, letters = 0;
  for (const char c : text) {
    digits += kind_of(c) == 1;
    letters += kind_of(c) == 2;
  }
  EXPECT_NE(digits - letters, 4);
  if (letters == 5) throw std::out_of_range("letters");
  if (digits == 2 && letters == 2) EXPECT_GT(100 / (digits - letters), 0);
}
FORALL(Jobs, Fails);

// Longer strings would take other paths.
void LongText(const std::string& text) {
  int digits = 0;
  for (const char c : text) digits += kind_of(c);
  EXPECT_NE(digits, 7);
}
FORALL(Jobs, LongText).WithBounds({.length = 4});

void EndsEarly(std::array<char, 8> text) {
  int sum = 0;
  for (const char c : text) sum = 3 * sum + kind_of(c);
  EXPECT_NE(sum, 2);
}
FORALL(Jobs, EndsEarly).WithBounds({.runs = 900});

void IsCut(std::array<unsigned char, 5> steps) {
  int rounds = 0;
  for (const unsigned char step : steps) {
    for (int i = 0; i < step; ++i) ++rounds;
  }
  EXPECT_NE(rounds, 13);
}
FORALL(Jobs, IsCut).WithBounds({.unfold = 11});

// A value is decided, not a direction.
void Indexes(std::array<unsigned char, 4> at, int x) {
  static const int kTable[] = {3, 1, 4, 1, 5, 9};
  int sum = 0;
  for (const unsigned char i : at) {
    ASSUME(i < 6);
    switch (kTable[i]) {
      case 1: sum += x == 7; break;
      case 9: sum += 2; break;
      case 5: sum -= 1; break;
      case 3: sum *= 2; break;
      default: break;
    }
  }
  EXPECT_LT(sum, 8);
}
FORALL(Jobs, Indexes);
