// open:   DigitsAddUpModuloNine, honestly: the loop may go on for ten digits and the bound lets it go on for three.
//         What was explored holds, and the report names the loop.
// proved: the same claim for numbers of at most three digits.
#include <forall/forall.h>
#include <gtest/gtest.h>

namespace {

unsigned digit_sum(unsigned number) {
  unsigned sum = 0;
  while (number != 0) {
    sum += number % 10;
    number /= 10;
  }
  return sum;
}

void DigitsAddUpModuloNine(unsigned number) { EXPECT_EQ(digit_sum(number) % 9, number % 9); }
FORALL(DigitsTest, DigitsAddUpModuloNine).WithBounds({.unfold = 3}).WithSeeds({{42}});

void ThreeDigitsAddUpModuloNine(unsigned number) { DigitsAddUpModuloNine(number); }
FORALL(DigitsTest, ThreeDigitsAddUpModuloNine).WithDomains(InRange(0u, 999u));

}  // namespace
