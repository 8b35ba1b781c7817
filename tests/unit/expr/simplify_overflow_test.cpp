// The rules of simplify_overflow.cpp, for the forms in which the runtime writes overflow checks.
#include "rules.h"

namespace forall::expr::testing {
namespace {

TEST(SimplifyOverflowTest, ExactResultsWithAConstantAreRanges) {
  expect_rules({
      {"(eq (sext W+1 (add x 3)) (add (sext W+1 x) 3))", "(sle x (sub max:W 3:W))", {4, 8, 32}},
      {"(eq (sext W+1 (add x -3)) (add (sext W+1 x) -3))", "(sle (add min:W 3:W) x)", {4, 8, 32}},
      {"(eq (sext W+1 (sub 3 x)) (sub 3 (sext W+1 x)))", "(sle (sub 3:W max:W) x)", {4, 8, 32}},
      {"(eq (sext W+1 (neg x)) (neg (sext W+1 x)))", "(not (eq x min))", {4, 8, 32}},
      {"(eq (sext 16 (mul b 3)) (mul (sext 16 b) 3))", "(and (sle -42 b) (sle b 42))", {8}},
      {"(eq (sext 16 (mul b -3)) (mul (sext 16 b) -3))", "(and (sle -42 b) (sle b 42))", {8}},
      {"(eq (zext W+1 (add x 3)) (add (zext W+1 x) 3))", "(ule x -4)", {4, 8, 32}},
      {"(eq (zext W+1 (add x -3)) (add (zext W+1 x) -3))", "(ule 3 x)", {4, 8, 32}},
      {"(eq (zext W+1 (sub 3 x)) (sub 3 (zext W+1 x)))", "(ule x 3)", {4, 8, 32}},
      {"(eq (zext 16 (mul b 3)) (mul (zext 16 b) 3))", "(ule b 85)", {8}},
  });
}

TEST(SimplifyOverflowTest, NarrowOperandsDoNotOverflow) {
  expect_rules({
      {"(eq (sext 33 (add (zext 32 b) (zext 32 d))) (add (zext 33 b) (zext 33 d)))", "1:1", {8}},
      {"(eq (sext 33 (sub (zext 32 b) 48)) (sub (zext 33 b) 48))", "1:1", {8}},
      {"(eq (sext 64 (mul (sext 32 b) (zext 32 d))) (mul (sext 64 b) (zext 64 d)))", "1:1", {8}},
      {"(sle 0 (and (xor (zext 32 b) (add (zext 32 b) (zext 32 d))) (xor (zext 32 d) (add (zext 32 b) (zext 32 d)))))",
       "1:1",
       {8}},
      {"(eq (extract 32 32 (mul (zext 64 b) (zext 64 d))) 0)", "1:1", {8}},
  });
}

TEST(SimplifyOverflowTest, SignsWithAConstantAreRanges) {
  expect_rules({
      {"(sle 0 (and (xor x (add x 3)) (xor 3 (add x 3))))", "(sle x (sub max:W 3:W))", {4, 8, 32}},
      {"(slt (and (xor x (add x 3)) (xor 3 (add x 3))) 0)", "(slt (sub max:W 3:W) x)", {4, 8, 32}},
      {"(sle 0 (and (xor x (add x -1)) (xor -1 (add x -1))))", "(not (eq x min))", {4, 8, 32}},
      {"(sle 0 (and (xor x (add x -3)) (xor -3 (add x -3))))", "(sle (add min:W 3:W) x)", {4, 8, 32}},
      {"(sle 0 (and (xor x 3) (xor x (sub x 3))))", "(sle (add min:W 3:W) x)", {4, 8, 32}},
      {"(sle 0 (and (xor x min) (xor x (sub x min))))", "(slt x 0)", {4, 8, 32}},
      {"(sle 0 (and (xor 3 x) (xor 3 (sub 3 x))))", "(sle (sub 3:W max:W) x)", {4, 8, 32}},
      {"(sle 0 (and (xor 0 x) (xor 0 (sub 0 x))))", "(not (eq x min))", {4, 8, 32}},
      {"(eq (extract 8 8 (mul (zext 16 b) 3)) 0)", "(ule b 85)", {8}},
  });
}

TEST(SimplifyOverflowTest, OtherTermsAreNotTakenForChecks) {
  expect_unchanged({
      {"(eq (sext W+1 (add x y)) (add (sext W+1 x) (sext W+1 y)))"},
      {"(eq (sext W+1 (add x 3)) (add (sext W+1 x) 4))"},
      {"(eq (sext W+1 (add x 3)) (add (sext W+1 y) 3))"},
      {"(eq (zext W+1 (add x 3)) (add (sext W+1 x) 3))"},
      {"(eq (sext 15 (mul b 3)) (mul (sext 15 b) 3))"},
      {"(sle 0 (and (xor x (add x 3)) (xor 4 (add x 3))))"},
      {"(sle 0 (and (xor x (add x y)) (xor y (add x y))))"},
      {"(sle 0 (and (xor y (add x 3)) (xor 3 (add x 3))))"},
      {"(eq (extract 8 4 (mul (zext 16 b) 3)) 0)"},
  });
}

}  // namespace
}  // namespace forall::expr::testing
