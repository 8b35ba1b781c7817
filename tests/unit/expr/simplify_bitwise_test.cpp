// The rules of simplify_bitwise.cpp and simplify_boolean.cpp.
#include "rules.h"

namespace forall::expr::testing {
namespace {

TEST(SimplifyBitwiseTest, Not) {
  expect_rules({
      {"(not (not x))", "x", {1, 3, 32}},
      {"(not (neg x))", "(add x -1)"},
      {"(not (xor x 3))", "(xor x -4)", {3, 8}},
      {"(not (add x 3))", "(sub -4:W x)", {3, 8, 32}},
      {"(not (sext W+8 x))", "(sext W+8 (not x))"},
      {"(not (ite p 5:W 6))", "(ite p -6:W -7)", {4, 8}},
      {"(not (ult x y))", "(ule y x)"},
      {"(not (ule x y))", "(ult y x)"},
      {"(not (slt x y))", "(sle y x)"},
      {"(not (sle x y))", "(slt y x)"},
      {"(not (and (ult x y) (not p)))", "(or (ule y x) p)"},
      {"(not (or (ult x y) (not p)))", "(and (ule y x) p)"},
  });
  expect_unchanged({{"(not (eq x y))"},
                    {"(not (and p q))"},
                    {"(not (and (eq x y) (ult x y)))", {}},
                    {"(not (zext W+8 x))"},
                    {"(not (xor x y))"},
                    {"(not (add x y))"}});
}

TEST(SimplifyBitwiseTest, WithConstants) {
  expect_rules({
      {"(and x 0)", "0:W"},
      {"(and x -1)", "x"},
      {"(or x 0)", "x"},
      {"(or x -1)", "-1:W"},
      {"(xor x 0)", "x"},
      {"(xor x -1)", "(not x)"},
      {"(and (and x 0xa5) 0x25)", "(and x 0x25)", {8, 32}},
      {"(or (urem x 10) 48)", "(add (urem x 10) 48)", {8, 32}},
      {"(or (extract 0 8 (urem x 10)) 48)", "(add (extract 0 8 (urem x 10)) 48)", {32}},
      {"(or (or x 1) 2)", "(or x 3)"},
      {"(xor (xor x 1) 3)", "(xor x 2)"},
      {"(xor (not x) 3)", "(xor x -4)", {3, 8}},
      {"(and (zext W+8 x) 0x105)", "(zext W+8 (and x 0x05))", {8}},
      {"(or (zext W+8 x) 5)", "(zext W+8 (or x 5))", {8}},
      {"(xor (zext W+8 x) 5)", "(zext W+8 (xor x 5))", {8}},
      {"(and x 7)", "(zext W (extract 0 3 x))", {8, 32}},
      {"(and x -8)", "(concat (extract 3 W-3 x) 0:3)", {8, 32}},
      {"(and x 0x78)", "(zext W (concat (extract 3 4 x) 0:3))", {8, 32}},
      {"(or (concat x 0:8) 5)", "(concat x 5:8)"},
      {"(and (concat x b) 0x5)", "(zext W+8 (and b 5))"},
      {"(xor (concat x b) 0xff)", "(concat x (not b))"},
  });
  expect_unchanged({{"(and x 5)"},
                    {"(or x 5)"},
                    {"(or (urem x 17) 48)", {8, 32}},
                    {"(xor x 5)"},
                    {"(or (zext W+8 x) 0x100)", {8}},
                    {"(or (concat x b) 0x101)", {8}}});
}

TEST(SimplifyBitwiseTest, WithItselfAndItsComplement) {
  expect_rules({
      {"(and x x)", "x", {1, 8}},
      {"(or x x)", "x", {1, 8}},
      {"(xor x x)", "0:W", {1, 8}},
      {"(and x (not x))", "0:W", {1, 8}},
      {"(or x (not x))", "-1:W", {1, 8}},
      {"(xor x (not x))", "-1:W", {1, 8}},
      {"(and (ult x y) (ule y x))", "0:1"},
      {"(or (slt x y) (sle y x))", "1:1"},
      {"(and (and x y) x)", "(and x y)"},
      {"(or (or x y) x)", "(or x y)"},
      {"(and (and x y) (not x))", "0:W"},
      {"(or (or x y) (not y))", "-1:W"},
      {"(and (or x y) x)", "x"},
      {"(or (and x y) x)", "x"},
      {"(and (or x y) (not x))", "(and y (not x))"},
      {"(or (and x y) (not x))", "(or y (not x))"},
      {"(xor (xor x y) y)", "x"},
      {"(xor (xor x y) x)", "y"},
      {"(xor (not x) y)", "(not (xor x y))"},
      {"(and (and x 5) y)", "(and (and x y) 5)", {8}},
      {"(xor (xor x 5) y)", "(xor (xor x y) 5)", {8}},
      {"(xor p q)", "(not (eq p q))"},
  });
  expect_unchanged(
      {{"(and x y)"}, {"(or x y)"}, {"(xor x y)"}, {"(and (or x y) z)"}, {"(xor (and x y) x)"}, {"(and x (not y))"}});
}

TEST(SimplifyBitwiseTest, OfCastsAndConcatenations) {
  expect_rules({
      {"(and (zext W+8 x) (zext W+8 y))", "(zext W+8 (and x y))"},
      {"(or (zext 3W x) (zext 3W (concat y z)))", "(zext 3W (or (zext 2W x) (concat y z)))", {3, 8}},
      {"(xor (sext W+8 x) (sext W+8 y))", "(sext W+8 (xor x y))"},
      {"(or (concat x 0:8) (zext W+8 b))", "(concat x b)"},
      {"(xor (concat x d) (zext W+8 b))", "(concat x (xor d b))"},
      {"(and (concat x d) (zext W+8 b))", "(zext W+8 (and d b))"},
      {"(or (concat x 0:8) (concat 5:W b))", "(concat (or x 5) b)", {8}},
  });
  expect_unchanged({{"(and (sext W+8 x) (zext W+8 y))"},
                    {"(or (concat x b) (concat y d))"},
                    {"(or (concat b x) (zext W+8 y))", {}}});
}

TEST(SimplifyBitwiseTest, OfComparisonsOfTheSameOperands) {
  expect_rules({
      {"(and (eq x 1) (eq x 2))", "0:1"},
      {"(and (eq x 1) (not (eq x 2)))", "(eq x 1)"},
      {"(or (eq x 1) (not (eq x 2)))", "(not (eq x 2))"},
      {"(and (ult x y) (eq x y))", "0:1"},
      {"(and (sle x y) (eq x y))", "(eq x y)"},
      {"(and (sle x y) (not (eq x y)))", "(slt x y)"},
      {"(and (ult x y) (not (eq x y)))", "(ult x y)"},
      {"(or (slt x y) (eq x y))", "(sle x y)"},
      {"(or (ule x y) (eq y x))", "(ule x y)"},
      {"(or (ult x y) (not (eq x y)))", "(not (eq x y))"},
      {"(or (ule x y) (not (eq x y)))", "1:1"},
      {"(and (ult x y) (ule x y))", "(ult x y)"},
      {"(or (ult x y) (ule x y))", "(ule x y)"},
      {"(and (slt x y) (slt y x))", "0:1"},
      {"(or (slt x y) (slt y x))", "(not (eq x y))"},
      {"(and (ule x y) (ule y x))", "(eq x y)"},
      {"(or (sle x y) (sle y x))", "1:1"},
  });
  expect_unchanged({{"(and (ult x y) (slt x y))"},
                    {"(and (ult x y) (ult y z))"},
                    {"(or (eq x 1) (eq x 2))"},
                    {"(and (ult x y) (eq x z))"}});
}

}  // namespace
}  // namespace forall::expr::testing
