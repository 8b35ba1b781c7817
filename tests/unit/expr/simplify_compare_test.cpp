// The rules of simplify_equal.cpp and simplify_order.cpp.
#include "rules.h"

namespace forall::expr::testing {
namespace {

TEST(SimplifyCompareTest, EqualToAConstant) {
  expect_rules({
      {"(eq (add x 3) 5)", "(eq x 2)", {4, 8, 32}},
      {"(eq (sub 3 x) 1)", "(eq x 2)", {3, 8, 32}},
      {"(eq (neg x) 3)", "(eq x -3)", {3, 8}},
      {"(eq (not x) 3)", "(eq x -4)", {3, 8}},
      {"(eq (xor x 5) 3)", "(eq x 6)", {8}},
      {"(eq (mul x 3) 9)", "(eq x 3)", {8, 32}},
      {"(eq (mul x 6) 18)", "(eq (extract 0 W-1 x) 3)", {8, 16}},
      {"(eq (mul x 6) 3)", "0:1", {8, 16}},
      {"(eq (zext W+8 x) 3)", "(eq x 3)", {3, 8}},
      {"(eq (zext W+8 x) 0x100)", "0:1", {3, 8}},
      {"(eq (sext W+8 x) -3)", "(eq x -3)", {3, 8}},
      {"(eq (sext W+8 x) 0x80)", "0:1", {3, 8}},
      {"(eq (urem x 5) 5)", "0:1", {8}},
      {"(eq (and x 5) 2)", "0:1", {8}},
      {"(eq (or x 5) 2)", "0:1", {8}},
      {"(eq (concat x b) 0x102)", "(and (eq x 1) (eq b 2))", {3, 8}},
      {"(eq (sub x y) 0)", "(eq x y)"},
      {"(eq (xor x y) 0)", "(eq x y)"},
      {"(eq p 1)", "p"},
      {"(eq p 0)", "(not p)"},
      {"(eq (ite p 3:W x) 3)", "(or p (eq x 3))", {3, 8}},
      {"(eq (ite p 3:W x) 2)", "(and (not p) (eq x 2))", {3, 8}},
      {"(eq (ite p x 3) 3)", "(or (not p) (eq x 3))", {3, 8}},
      {"(eq (ite p x 3) 2)", "(and p (eq x 2))", {3, 8}},
      {"(eq (ite p 3:W 2) 3)", "p", {3, 8}},
      {"(eq (ite p 3:W 2) 1)", "0:1", {3, 8}},
      {"(eq (add (ite p 3:W x) 1) 4)", "(or p (eq x 3))", {4, 8}},
      {"(eq (ite p 3:W (ite q 4:W (ite r 5:W 6))) 5)", "(and (not p) (and (not q) r))", {4, 8}},
  });
  expect_unchanged({{"(eq x 3)"},
                    {"(eq (add x y) 3)"},
                    {"(eq (mul x y) 3)"},
                    {"(eq (and x 5) 4)"},
                    {"(eq (or x 5) 7)"},
                    {"(eq (urem x 5) 4)"},
                    {"(eq (sub x y) 1)"},
                    {"(eq (ite p x y) 3)"}});
}

TEST(SimplifyCompareTest, EqualSums) {
  expect_rules({
      {"(eq (add x (add y z)) (add z (add y x)))", "1:1"},
      {"(eq (add (add x y) (add z b)) (add (add b x) (add y z)))", "1:1", {8}},
      {"(eq (add x (add y z)) (add z (add y (add x 1))))", "0:1"},
      {"(eq (sub (add x y) z) (sub y z))", "(eq x 0)"},
      {"(eq (sub (add x y) (sub z x)) (add x y))", "(eq x z)"},
      {"(eq (add x (add y z)) (add (mul x 3) (add z y)))", "(eq (mul x 2) 0)", {8, 32}},
      {"(eq (add (not x) (add y x)) z)", "(eq (add y -1) z)", {8, 32}},
  });
  expect_unchanged({{"(eq (add x y) z)"}, {"(eq (add x (add y z)) (mul x y))"}});
}

TEST(SimplifyCompareTest, EqualTerms) {
  expect_rules({
      {"(eq x x)", "1:1", {1, 8}},
      {"(eq x (not x))", "0:1", {1, 8}},
      {"(eq (not p) q)", "(not (eq p q))"},
      {"(eq p (not q))", "(not (eq p q))"},
      {"(eq (add x y) (add x z))", "(eq y z)"},
      {"(eq (xor x y) (xor z y))", "(eq x z)"},
      {"(eq (add x 3) (add y 5))", "(eq (add x -2) y)", {4, 8}},
      {"(eq (sub x y) (sub x z))", "(eq y z)"},
      {"(eq (sub x z) (sub y z))", "(eq x y)"},
      {"(eq (neg x) (neg y))", "(eq x y)"},
      {"(eq (not x) (not y))", "(eq x y)"},
      {"(eq (add x y) x)", "(eq y 0)"},
      {"(eq x (xor y x))", "(eq y 0)"},
      {"(eq (sub x y) x)", "(eq y 0)"},
      {"(eq (zext W+8 x) (zext W+8 y))", "(eq x y)"},
      {"(eq (sext W+8 x) (sext W+8 y))", "(eq x y)"},
      {"(eq (zext 3W x) (zext 3W (concat y z)))", "(and (eq y 0) (eq x z))", {3, 8}},
      {"(eq (concat x b) (concat y d))", "(and (eq x y) (eq b d))"},
      {"(eq (concat x d) (zext W+8 b))", "(and (eq x 0) (eq b d))"},
      {"(eq (ite p x y) x)", "(or p (eq x y))"},
      {"(eq (ite p x y) y)", "(or (not p) (eq x y))"},
  });
  expect_unchanged({{"(eq x y)"},
                    {"(eq p q)"},
                    {"(eq (add x y) z)"},
                    {"(eq (zext W+8 x) (sext W+8 y))"},
                    {"(eq (ite p x y) z)"},
                    {"(eq (mul x y) (mul x z))"}});
}

TEST(SimplifyCompareTest, OrderAtTheLimits) {
  expect_rules({
      {"(ult x x)", "0:1", {1, 8}},
      {"(sle x x)", "1:1", {1, 8}},
      {"(ult x 0)", "0:1", {2, 3, 8}},
      {"(ule 0 x)", "1:1", {2, 3, 8}},
      {"(ult -1 x)", "0:1", {2, 3, 8}},
      {"(ule x -1)", "1:1", {2, 3, 8}},
      {"(ult x 1)", "(eq x 0)", {2, 3, 8}},
      {"(ule x 0)", "(eq x 0)", {2, 3, 8}},
      {"(ult 0 x)", "(not (eq x 0))", {2, 3, 8}},
      {"(ule 1 x)", "(not (eq x 0))", {2, 3, 8}},
      {"(ult x -1)", "(not (eq x -1))", {2, 3, 8}},
      {"(ule -1 x)", "(eq x -1)", {2, 3, 8}},
      {"(ult -2 x)", "(eq x -1)", {3, 8}},
      {"(slt x min)", "0:1", {2, 3, 8}},
      {"(slt max x)", "0:1", {2, 3, 8}},
      {"(sle min x)", "1:1", {2, 3, 8}},
      {"(sle x max)", "1:1", {2, 3, 8}},
      {"(sle x min)", "(eq x min)", {2, 3, 8}},
      {"(sle max x)", "(eq x max)", {2, 3, 8}},
      {"(slt x max)", "(not (eq x max))", {2, 3, 8}},
      {"(slt min x)", "(not (eq x min))", {2, 3, 8}},
  });
  expect_unchanged({{"(ult x 2)"}, {"(ule x 1)"}, {"(slt x 5)"}, {"(sle 5 x)"}, {"(ult x y)"}});
}

TEST(SimplifyCompareTest, OrderOfSigns) {
  expect_rules({
      {"(ult x min)", "(sle 0 x)"},
      {"(ule x max)", "(sle 0 x)"},
      {"(ult max x)", "(slt x 0)"},
      {"(ule min x)", "(slt x 0)"},
      {"(slt -1 x)", "(sle 0 x)"},
      {"(sle x -1)", "(slt x 0)"},
      {"(slt (concat x b) 0)", "(slt x 0)"},
      {"(slt (sext W+8 x) 0)", "(slt x 0)"},
      {"(slt (zext W+8 x) 0)", "0:1"},
      {"(slt (not x) 0)", "(sle 0 x)"},
  });
  expect_unchanged({{"(slt x 0)"}, {"(sle 0 x)"}});
}

TEST(SimplifyCompareTest, OrderOfTruthValues) {
  expect_rules({
      {"(ult p q)", "(and (not p) q)"},
      {"(ule p q)", "(or (not p) q)"},
      {"(slt p q)", "(and p (not q))"},
      {"(sle p q)", "(or p (not q))"},
  });
}

TEST(SimplifyCompareTest, OrderOfExtensions) {
  expect_rules({
      {"(ult (zext W+8 x) 5)", "(ult x 5)", {4, 8}},
      {"(ult (zext W+8 x) 0x100)", "1:1", {4, 8}},
      {"(ule 0x100 (zext W+8 x))", "0:1", {4, 8}},
      {"(slt (zext W+8 x) 5)", "(ult x 5)", {4, 8}},
      {"(slt (zext W+8 x) -5)", "0:1", {4, 8}},
      {"(sle -5 (zext W+8 x))", "1:1", {4, 8}},
      {"(sle 5 (zext W+8 x))", "(ule 5 x)", {4, 8}},
      {"(slt (sext W+8 x) 5)", "(slt x 5)", {4, 8}},
      {"(slt (sext W+8 x) 0x80)", "1:1", {4, 8}},
      {"(slt (sext W+8 x) -0x81)", "0:1", {4, 8}},
      {"(sle -0x81 (sext W+8 x))", "1:1", {4, 8}},
      {"(ult (sext W+8 x) 5)", "(ult x 5)", {4, 8}},
      {"(ult (sext W+8 x) 0x80)", "(sle 0 x)", {4, 8}},
      {"(ule 0x80 (sext W+8 x))", "(slt x 0)", {4, 8}},
      {"(ult (zext W+8 x) (zext W+8 y))", "(ult x y)"},
      {"(slt (zext W+8 x) (zext W+8 y))", "(ult x y)"},
      {"(slt (sext W+8 x) (sext W+8 y))", "(slt x y)"},
      {"(ult (sext W+8 x) (sext W+8 y))", "(ult x y)"},
  });
  expect_unchanged({{"(slt (sext W+8 x) (zext W+8 y))"}, {"(ult (zext W+8 x) (sext W+8 y))"}});
}

TEST(SimplifyCompareTest, OrderOfOtherTerms) {
  expect_rules({
      {"(ult (concat x b) 0x300)", "(ult x 3)", {4, 8}},
      {"(ule (concat x b) 0x3ff)", "(ule x 3)", {4, 8}},
      {"(slt 0x3ff (concat x b))", "(slt 3 x)", {4, 8}},
      {"(sle 0x300 (concat x b))", "(sle 3 x)", {4, 8}},
      {"(ult (urem x 5) 5)", "1:1", {4, 8}},
      {"(ule 5 (urem x 5))", "0:1", {4, 8}},
      {"(slt (urem x 5) 5)", "1:1", {4, 8}},
      {"(ult (udiv x 5) 4)", "1:1", {4}},
      {"(ult 51 (udiv x 5))", "0:1", {8}},
      {"(ult (ite p 3:W x) 5)", "(or p (ult x 5))", {4, 8}},
      {"(ult 5 (ite p 3:W x))", "(and (not p) (ult 5 x))", {4, 8}},
      {"(slt (ite p x 7) 5)", "(and p (slt x 5))", {4, 8}},
      {"(ult (not x) 5)", "(ult -6 x)", {4, 8}},
      {"(ult (not x) (not y))", "(ult y x)"},
      {"(ult (add x 3) x)", "(ult -4 x)", {4, 8, 32}},
      {"(ule x (add x 3))", "(ule x -4)", {4, 8, 32}},
      {"(ult x (add x 3))", "(ule x -4)", {4, 8, 32}},
  });
  expect_unchanged({{"(ult (concat x b) 0x301)"},
                    {"(ult (urem x 5) 4)"},
                    {"(ult (udiv x 5) 51)", {8}},
                    {"(slt (add x 3) x)"},
                    {"(ult (add x y) x)"},
                    {"(ult (ite p x y) 5)"}});
}

TEST(SimplifyCompareTest, OrderOfOffsets) {
  expect_rules({
      {"(ule (mul (zext 64 x) 12) 50)", "(ule x 4)", {8, 32}},
      {"(ult (mul (zext 64 x) 12) 50)", "(ult x 5)", {8, 32}},
      {"(ult (mul (zext 64 x) 12) 48)", "(ult x 4)", {8, 32}},
      {"(ult 50 (mul (zext 64 x) 12))", "(ult 4 x)", {8, 32}},
      {"(ule 50 (mul (zext 64 x) 12))", "(ule 5 x)", {8, 32}},
      {"(sle 48 (mul (zext 64 x) 12))", "(ule 4 x)", {8, 32}},
      {"(slt (mul (zext 64 x) 12) -5)", "0:1", {8, 32}},
      {"(ule (add (zext 64 x) 8) 50)", "(ule x 42)", {8, 32}},
      {"(ule (add (zext 64 x) 8) 7)", "0:1", {8, 32}},
      {"(ule 7 (add (zext 64 x) 8))", "1:1", {8, 32}},
      {"(ult 9 (add (zext 64 x) 8))", "(ult 1 x)", {8, 32}},
      {"(ule (add (mul (zext 64 x) 12) 8) 56)", "(ule x 4)", {8, 32}},
      {"(ule (mul (sext 64 x) 12) 50)", "(ule x 4)", {8, 32}},
      {"(ult (mul (sext 64 x) 12) 48)", "(ule x 3)", {8, 32}},
      {"(ult 50 (mul (sext 64 x) 12))", "(ult 4 x)", {8, 32}},
      {"(ule 48 (mul (sext 64 x) 12))", "(ult 3 x)", {8, 32}},
      {"(ule (add (mul (sext 64 x) 12) 8) 56)", "(ule x 4)", {8, 32}},
      {"(ult (add (mul (sext 64 x) 12) 8) 8)", "0:1", {8, 32}},
      {"(ule 8 (add (mul (sext 64 x) 12) 8))", "1:1", {8, 32}},
      {"(ule (add (mul (sext 64 x) 12) 8) 10000)", "(sle 0 x)", {8}},
      {"(ule (concat (zext 62 x) 0:2) 28)", "(ule x 7)", {8, 32}},
      {"(ule (concat (zext 62 x) 0:2) 27)", "(ule x 6)", {8, 32}},
      {"(ult (concat (zext 62 x) 0:2) 28)", "(ult x 7)", {8, 32}},
      {"(ult (zext 64 (concat x 1:2)) 30)", "(ule x 7)", {8, 32}},
      {"(ult 28 (concat (sext 62 x) 0:2))", "(ult 7 x)", {8, 32}},
      {"(ule 29 (concat (sext 62 x) 0:2))", "(ult 7 x)", {8, 32}},
      {"(sle (concat (sext 62 x) 0:2) 28)", "(sle x 7)", {8, 32}},
      {"(slt (concat (sext 62 x) 0:2) -7)", "(sle x -2)", {8, 32}},
  });
  expect_rules({
      {"(ult (add (zext W+8 x) 3) (add (zext W+8 x) 5))", "1:1", {8, 32}},
      {"(ule (add (zext W+8 x) 5) (add (zext W+8 x) 3))", "0:1", {8, 32}},
      {"(ule (zext W+8 x) (add (zext W+8 x) 3))", "1:1", {8, 32}},
      {"(slt (add (zext W+8 x) 3) (zext W+8 x))", "0:1", {8, 32}},
  });
  expect_unchanged({{"(ult (add x 3) (add x 5))", {8, 32}},
                    {"(slt (add (zext W+1 x) 3) (add (zext W+1 x) 5))", {8, 32}},
                    {"(ult (add (zext W+8 x) 3) (add (zext W+8 y) 5))", {8, 32}}});
  expect_unchanged({{"(ule (mul x 12) 50)", {32, 64}},
                    {"(ule (mul (zext 32 x) 12) 50)", {8}},
                    {"(ule (mul (zext 64 x) 0x100000000000) 0x500000000000)", {32}},
                    {"(ule (add (sext 64 x) 8) 50)", {8, 32}},
                    {"(ule (add (mul (sext 64 x) 12) 13) 50)", {8, 32}},
                    {"(ule (mul (sext 64 x) 0x100000000000) 0x500000000000)", {32}},
                    {"(sle (mul (sext 64 x) 12) 50)", {8, 32}},
                    {"(ule (concat x 0:2) 28)", {8, 30}},
                    {"(ule (concat (extract 0 62 x) 0:2) 28)", {64}}});
}

TEST(SimplifyCompareTest, LongChainsOfInvertibleOperatorsAreSolvedWithoutRecursion) {
  Pool pool;
  const Expr x = TermText(pool, 32, true)("x");
  Expr hash = x;
  for (int i = 0; i < 300000; ++i) {
    hash = pool.binary(i % 2 == 0 ? Op::Xor : Op::Mul, hash,
                       pool.constant(0x01000193u + 2u * static_cast<unsigned>(i), 32));
  }
  const Expr solved = pool.binary(Op::Eq, hash, pool.constant(1, 32));
  EXPECT_EQ(pool[solved].a, x);
}

TEST(SimplifyCompareTest, LongTablesAreComparedWithoutRecursion) {
  Pool pool;
  const Expr x = TermText(pool, 32, true)("x");
  Expr table = pool.constant(0, 32);
  for (std::uint64_t i = 0; i < 100000; ++i) {
    table = pool.ite(pool.equals(x, Bits{i, 0}), pool.constant(i + 7, 32), table);
  }
  const Expr found = pool.binary(Op::Eq, table, pool.constant(99999 + 7, 32));
  EXPECT_EQ(found, pool.equals(x, Bits{99999, 0}));
}

}  // namespace
}  // namespace forall::expr::testing
