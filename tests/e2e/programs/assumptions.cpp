// Assumptions that the first run (all inputs zero) does not meet, in all the shapes a compiler gives them.
#include <forall/forall.h>
#include <gtest/gtest.h>

namespace {

void NotZero(int x) {
  ASSUME(x != 0);
  EXPECT_NE(x, 0);
}

void UnsignedPositive(unsigned x) {
  ASSUME(x > 0);
  EXPECT_NE(x, 0u);
}

void Negated(int x) {
  ASSUME(!(x == 0));
  EXPECT_NE(x, 0);
}

void BothNotZero(int x, int y) {
  ASSUME(x != 0 && y != 0);
  EXPECT_NE(x, 0);
  EXPECT_NE(y, 0);
}

void OneNotZero(int x, int y) {
  ASSUME(x != 0 || y != 0);
  EXPECT_NE(x | y, 0);
}

// Wrong for x == 7, behind an assumption that the first run on this side does not meet.
void WrongBehindAnAssumption(bool enter, int x) {
  if (enter) {
    ASSUME(x != 0);
    EXPECT_NE(x, 7);
  }
}

void Unsatisfiable(int x) {
  ASSUME(x > 3);
  ASSUME(x < 3);
  EXPECT_EQ(x, 3);
}

}  // namespace

FORALL(Assumptions, NotZero);
FORALL(Assumptions, UnsignedPositive);
FORALL(Assumptions, Negated);
FORALL(Assumptions, BothNotZero);
FORALL(Assumptions, OneNotZero);
FORALL(Assumptions, WrongBehindAnAssumption);
FORALL(Assumptions, Unsatisfiable);
