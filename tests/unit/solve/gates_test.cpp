#include "solve/gates.h"

#include <gtest/gtest.h>

#include "solve/arithmetic.h"

namespace forall::solve {
namespace {

Word fresh_word(Gates& g, unsigned width) {
  Word w(width);
  for (Lit& x : w) x = g.fresh();
  return w;
}

TEST(Gates, FoldConstantsAndEqualInputs) {
  Gates g;
  const Lit a = g.fresh(), b = g.fresh();
  const int before = g.variables();
  EXPECT_EQ(g.and_(a, kTrue), a);
  EXPECT_EQ(g.and_(a, kFalse), kFalse);
  EXPECT_EQ(g.and_(a, -a), kFalse);
  EXPECT_EQ(g.or_(a, a), a);
  EXPECT_EQ(g.xor_(a, kTrue), -a);
  EXPECT_EQ(g.xor_(a, -a), kTrue);
  EXPECT_EQ(g.xor3(a, b, -a), -b);
  EXPECT_EQ(g.majority(a, b, -a), b);
  EXPECT_EQ(g.majority(a, a, b), a);
  EXPECT_EQ(g.mux(kFalse, a, b), b);
  EXPECT_EQ(g.mux(a, kTrue, kFalse), a);
  EXPECT_EQ(g.and_all(Word{a, kTrue, a}), a);
  EXPECT_EQ(g.and_all(Word{a, b, -a}), kFalse);
  EXPECT_EQ(g.or_all(Word{}), kFalse);
  EXPECT_EQ(g.variables(), before) << "no gate was needed";
}

TEST(Gates, ShareEqualGatesWhateverTheOrderAndSignOfTheirInputs) {
  Gates g;
  const Lit a = g.fresh(), b = g.fresh(), c = g.fresh();
  EXPECT_EQ(g.and_(a, b), g.and_(b, a));
  EXPECT_EQ(g.xor_(a, b), -g.xor_(-b, a));
  EXPECT_EQ(g.xor3(a, b, c), g.xor3(-c, a, -b));
  EXPECT_EQ(g.majority(a, b, c), -g.majority(-c, -a, -b));
  EXPECT_EQ(g.mux(a, b, c), -g.mux(-a, -c, -b));
}

TEST(Gates, KeepSharingWhileTheTableGrows) {
  Gates g;
  const Word w = fresh_word(g, 100);
  std::vector<Lit> made;
  for (const Lit a : w) {
    for (const Lit b : w) made.push_back(g.and_(a, -b));
  }
  const int before = g.variables();
  std::size_t i = 0;
  for (const Lit a : w) {
    for (const Lit b : w) EXPECT_EQ(g.and_(a, -b), made[i++]);
  }
  EXPECT_EQ(g.variables(), before);
}

TEST(Circuits, LessAndItsOppositeAreOneChain) {
  Gates g;
  const Word a = fresh_word(g, 32), b = fresh_word(g, 32);
  const Lit less = less_signed(g, a, b, false);
  const int before = g.variables();
  EXPECT_EQ(less_signed(g, b, a, true), -less);
  EXPECT_EQ(g.variables(), before);
}

TEST(Circuits, MultiplicationByAMaskNeedsOneSubtraction) {
  Gates g;
  const Word a = fresh_word(g, 32);
  Word mask(32, kFalse);
  std::fill(mask.begin(), mask.begin() + 16, kTrue);
  const int before = g.variables();
  multiply(g, a, mask);
  EXPECT_LE(g.variables() - before, 2 * 32) << "(a << 16) - a: the first digit is free";
}

TEST(Circuits, ShiftByAConstantNeedsNoGate) {
  Gates g;
  const Word a = fresh_word(g, 32);
  Word five(32, kFalse);
  five[0] = five[2] = kTrue;
  const int before = g.variables();
  const Word shifted = shift(g, Shift::Left, a, five);
  EXPECT_EQ(g.variables(), before);
  EXPECT_EQ(shifted[4], kFalse);
  EXPECT_EQ(shifted[5], a[0]);
}

}  // namespace
}  // namespace forall::solve
