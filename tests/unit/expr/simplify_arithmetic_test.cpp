// The rules of simplify_arithmetic.cpp.
#include "rules.h"

namespace forall::expr::testing {
namespace {

const std::vector<unsigned> kNarrow = {3, 8};  // multiplications and divisions are hard to prove when wide

TEST(SimplifyArithmeticTest, Neg) {
  expect_rules({
      {"(neg (neg x))", "x"},
      {"(neg (not x))", "(add x 1)"},
      {"(neg (sub x y))", "(sub y x)"},
      {"(neg (add x 3))", "(sub -3:W x)", {3, 8, 32}},
      {"(neg (mul x 3))", "(mul x -3)", {3, 8, 32}},
      {"(neg (zext W p))", "(sext W p)"},
      {"(neg (sext W p))", "(zext W p)"},
      {"(neg (ite p 5:W 6))", "(ite p -5:W -6)", {4, 8, 32}},
  });
  expect_unchanged(
      {{"(neg x)"}, {"(neg (add x y))"}, {"(neg (mul x y))"}, {"(neg (zext W+8 x))"}, {"(neg (ite p x 1))"}});
}

TEST(SimplifyArithmeticTest, Add) {
  expect_rules({
      {"(add x 0)", "x"},
      {"(add (add x 3) 2)", "(add x 5)"},
      {"(add (sub 3 x) 2)", "(sub 5 x)", {4, 8, 32}},
      {"(add (not x) 3)", "(sub 2 x)", {3, 8, 32}},
      {"(add x (not x))", "-1:W"},
      {"(add x x)", "(shl x 1)"},
      {"(add x (neg y))", "(sub x y)"},
      {"(add (neg x) y)", "(sub y x)"},
      {"(add x (sub y x))", "y"},
      {"(add (sub y x) x)", "y"},
      {"(add x (sub 3 y))", "(add (sub x y) 3)", {3, 8, 32}},
      {"(add x (add y 3))", "(add (add x y) 3)", {3, 8, 32}},
      {"(add (add x 3) y)", "(add (add x y) 3)", {3, 8, 32}},
      {"(add (mul (sdiv x y) y) (srem x y))", "x", {3, 5}},
      {"(add (srem x y) (mul y (sdiv x y)))", "x", {3, 5}},
      {"(add (mul (udiv x y) y) (urem x y))", "x", {3, 5}},
      {"(add (mul (udiv x 15) 5) (urem (udiv x 3) 5))", "(udiv x 3)", {5, 6}},
      {"(add (mul (urem (udiv x 5) 3) 5) (urem x 5))", "(urem x 15)", {5, 6}},
      {"(add (urem (udiv x 3) 5) (mul (urem (udiv x 15) 3) 5))", "(urem (udiv x 3) 15)", {6}},
      {"(add (mul (zext W+4 (urem (udiv x 5) 3)) 5) (zext W+4 (urem x 5)))", "(zext W+4 (urem x 15))", {5}},
      {"(add (mul (zext W+4 (udiv x 5)) 5) (zext W+4 (urem x 5)))", "(zext W+4 x)", {5}},
      {"(add (concat x 0:8) (zext W+8 b))", "(concat x b)"},
      {"(add (ite p 1:W 2) 4)", "(ite p 5:W 6)", {4, 8}},
  });
  expect_unchanged({{"(add (mul (udiv x y) y) (srem x y))"},
                    {"(add (mul (sdiv x y) z) (srem x y))"},
                    {"(add (mul (urem (udiv x 5) 3) 5) (urem y 5))"},
                    {"(add (mul (urem (udiv x 5) 3) 6) (urem x 5))"},
                    {"(add (mul (urem (udiv x 7) 3) 5) (urem x 5))"},
                    {"(add (mul (urem (udiv x 5) 3) 5) (urem x 6))"},
                    {"(add x y)"},
                    {"(add x 3)"},
                    {"(add x (mul y 3))"},
                    {"(add (concat x 1:8) (zext W+8 b))"},
                    {"(add (ite p x 2) 4)"}});
}

TEST(SimplifyArithmeticTest, Sub) {
  expect_rules({
      {"(sub x x)", "0:W"},
      {"(sub x 3)", "(add x -3)", {3, 8, 32}},
      {"(sub 0 x)", "(neg x)"},
      {"(sub -1 x)", "(not x)"},
      {"(sub 5 (add x 3))", "(sub 2 x)", {4, 8, 32}},
      {"(sub 5 (sub 3 x))", "(add x 2)", {4, 8, 32}},
      {"(sub 5 (not x))", "(add x 6)", {4, 8, 32}},
      {"(sub x (neg y))", "(add x y)"},
      {"(sub (add x y) x)", "y"},
      {"(sub (add x y) y)", "x"},
      {"(sub x (add x y))", "(neg y)"},
      {"(sub y (add x y))", "(neg x)"},
      {"(sub x (sub x y))", "y"},
      {"(sub (sub x y) x)", "(neg y)"},
      {"(sub (add x 3) y)", "(add (sub x y) 3)", {3, 8, 32}},
      {"(sub x (add y 3))", "(add (sub x y) -3)", {3, 8, 32}},
  });
  expect_unchanged({{"(sub x y)"}, {"(sub 5 x)"}, {"(sub (add x y) z)"}, {"(sub x (sub y z))"}});
}

TEST(SimplifyArithmeticTest, Mul) {
  expect_rules({
      {"(mul x 0)", "0:W"},
      {"(mul x 1)", "x"},
      {"(mul x -1)", "(neg x)"},
      {"(mul (mul x 3) 5)", "(mul x 15)", {8, 32}},
      {"(mul (neg x) 3)", "(mul x -3)", {8, 32}},
      {"(mul (neg x) (neg y))", "(mul x y)", kNarrow},
      {"(mul (mul x 3) y)", "(mul (mul x y) 3)", kNarrow},
  });
  expect_unchanged({{"(mul x y)"}, {"(mul x 3)"}, {"(mul (neg x) y)"}, {"(mul (add x 1) 3)"}});
}

TEST(SimplifyArithmeticTest, UnsignedDivision) {
  expect_rules({
      {"(udiv x 1)", "x"},
      {"(urem x 1)", "0:W"},
      {"(urem x x)", "0:W", kNarrow},
      {"(urem 0 x)", "0:W", kNarrow},
      {"(urem x 0)", "x", kNarrow},
      {"(udiv x 0)", "-1:W", kNarrow},
      {"(udiv x 4)", "(lshr x 2)", {4, 8, 32}},
      {"(urem x 4)", "(zext W (extract 0 2 x))", {4, 8, 32}},
      {"(udiv (udiv x 3) 5)", "(udiv x 15)", {5, 6}},
      {"(udiv (udiv x 9) 9)", "0:W", {6}},
      {"(urem (udiv x 10) 7)", "(udiv x 10)", {6}},
      {"(udiv (zext 2W b) 256:2W)", "0:2W", {8}},
      {"(udiv (zext 2W b) 300:2W)", "0:2W", {8}},
      {"(urem (zext 2W b) 300:2W)", "(zext 2W b)", {8}},
      {"(udiv (zext W+8 x) 3)", "(zext W+8 (udiv x 3))", {4, 8}},
      {"(urem (zext W+8 x) 3)", "(zext W+8 (urem x 3))", {4, 8}},
      {"(urem (zext W+8 x) (zext W+8 y))", "(zext W+8 (urem x y))", {4}},
  });
  expect_unchanged({{"(udiv x x)"},
                    {"(udiv 0 x)"},
                    {"(udiv x 3)"},
                    {"(udiv (udiv x y) 5)"},
                    {"(urem (udiv x 10) 6)", {6, 8}},
                    {"(urem x y)"},
                    {"(udiv (zext W+8 x) (zext W+8 y))"},
                    {"(udiv (sext W+8 x) 3)"}});
}

TEST(SimplifyArithmeticTest, SignedDivision) {
  expect_rules({
      {"(sdiv x 1)", "x"},
      {"(srem x 1)", "0:W", {2, 3, 8}},
      {"(sdiv x -1)", "(neg x)", {1, 2, 3, 8}},
      {"(srem x -1)", "0:W", {1, 2, 3, 8}},
      {"(srem x x)", "0:W", kNarrow},
      {"(srem 0 x)", "0:W", kNarrow},
      {"(srem x 0)", "x", kNarrow},
      {"(sdiv (zext W+1 x) (zext W+1 y))", "(udiv (zext W+1 x) (zext W+1 y))", {3}},
      {"(srem (zext W+1 x) 3)", "(zext W+1 (urem x 3))", {3, 8}},
      {"(sdiv (sext W+8 x) 3)", "(sext W+8 (sdiv x 3))", {4, 8}},
      {"(srem (sext W+8 x) -3)", "(sext W+8 (srem x -3))", {4, 8}},
  });
  expect_unchanged({{"(sdiv x 4)"},
                    {"(sdiv x x)"},
                    {"(sdiv x 0)"},
                    {"(srem x 4)"},
                    {"(sdiv (sext W+8 x) 200)", {8}},
                    {"(sdiv (zext W+8 x) -3)"}});
}

}  // namespace
}  // namespace forall::expr::testing
