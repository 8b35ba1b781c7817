// The rules of simplify_structure.cpp and simplify_ite.cpp.
#include "rules.h"

namespace forall::expr::testing {
namespace {

TEST(SimplifyStructureTest, Shifts) {
  expect_rules({
      {"(shl x 0)", "x"},
      {"(lshr x 0)", "x"},
      {"(ashr x 0)", "x"},
      {"(shl 0 x)", "0:W"},
      {"(lshr 0 x)", "0:W"},
      {"(ashr -1 x)", "-1:W"},
      {"(shl x 3)", "(concat (extract 0 W-3 x) 0:3)", {4, 8, 32}},
      {"(lshr x 3)", "(zext W (extract 3 W-3 x))", {4, 8, 32}},
      {"(ashr x 3)", "(sext W (extract 3 W-3 x))", {4, 8, 32}},
      {"(shl x 40)", "0:W", {8, 32, 33}},
      {"(lshr x 40)", "0:W", {8, 32, 33}},
      {"(ashr x 40)", "(sext W (slt x 0))", {8, 32, 33}},
      {"(lshr (shl x 3) 3)", "(zext W (extract 0 W-3 x))", {8, 32}},
      {"(ashr (shl x 24) 24)", "(sext W (extract 0 8 x))", {32}},
  });
  expect_unchanged({{"(shl x y)"}, {"(lshr x y)"}, {"(ashr x y)"}, {"(shl 1 x)"}, {"(ashr 1 x)"}, {"(lshr -1 x)"}});
}

TEST(SimplifyStructureTest, Casts) {
  expect_rules({
      {"(zext W (extract 0 4 (urem x 5)))", "(urem x 5)", {8, 32}},
      {"(zext W (extract 0 7 (add (urem x 10) 48)))", "(add (urem x 10) 48)", {8, 32}},
      {"(zext W+8 (add (urem x 10) 48))", "(add (zext W+8 (urem x 10)) 48)", {8}},
      {"(zext W+8 (extract 0 5 (urem x 5)))", "(zext W+8 (urem x 5))", {8}},
      {"(zext 32 (zext 16 b))", "(zext 32 b)", {8}},
      {"(sext 32 (sext 16 b))", "(sext 32 b)", {8}},
      {"(sext 32 (zext 16 b))", "(zext 32 b)", {8}},
      {"(sext W+8 (and x 5))", "(zext W+8 (and x 5))", {8, 32}},
      {"(zext 16 (ite p 200:8 7))", "(ite p 200:16 7)", {8}},
      {"(sext 16 (ite p 200:8 7))", "(ite p 0xffc8:16 7)", {8}},
  });
  expect_unchanged(
      {{"(zext 32 (sext 16 b))", {8}}, {"(sext W+8 (and x 0x85))", {8}}, {"(sext W+8 x)"}, {"(zext W+8 (ite p x 1))"}});
}

TEST(SimplifyStructureTest, Extracts) {
  expect_rules({
      {"(extract 1 2 (extract 2 4 x))", "(extract 3 2 x)", {8, 32}},
      {"(extract 2 4 (concat x b))", "(extract 2 4 b)", {8, 32}},
      {"(extract 8 W (concat x b))", "x"},
      {"(extract 4 8 (concat x b))", "(concat (extract 0 4 x) (extract 4 4 b))", {8, 32}},
      {"(extract 0 W (zext 2W x))", "x"},
      {"(extract W W (zext 2W x))", "0:W"},
      {"(extract 1 W (zext 2W x))", "(zext W (extract 1 W-1 x))", {3, 8}},
      {"(extract 0 W (sext 2W x))", "x"},
      {"(extract 1 W (sext 2W x))", "(sext W (extract 1 W-1 x))", {3, 8}},
      {"(extract W 1 (sext 2W x))", "(slt x 0)"},
      {"(extract 3 4 (sext 8 p))", "(sext 4 p)"},
      {"(extract 0 8 (add (zext 32 b) (zext 32 d)))", "(add b d)"},
      {"(extract 0 8 (mul (sext 32 b) (zext 32 d)))", "(mul b d)"},
      {"(extract 0 8 (sub (zext 32 b) 48))", "(add b -48)"},
      {"(extract 4 8 (xor (concat b d) 0x5a5a))", "(xor (concat (extract 0 4 b) (extract 4 4 d)) 0xa5)"},
      {"(extract 0 8 (not (zext 32 b)))", "(not b)"},
      {"(extract 0 8 (neg (zext 32 b)))", "(neg b)"},
      {"(extract W-1 1 x)", "(slt x 0)"},
  });
  expect_unchanged({{"(zext W (extract 0 4 (urem x 17)))", {8, 32}},
                    {"(zext W+8 (add (urem x 10) 250))", {8}},
                    {"(extract 1 2 x)"},
                    {"(extract 16 8 (sext 32 b))"},
                    {"(extract 8 8 (add (zext 32 b) (zext 32 d)))"},
                    {"(extract 0 4 (add x y))"},
                    {"(extract 0 4 (and x y))"}});
}

TEST(SimplifyStructureTest, Concatenations) {
  expect_rules({
      {"(concat 0:8 x)", "(zext W+8 x)"},
      {"(concat (extract 3 5 b) (extract 0 3 b))", "b"},
      {"(concat (extract 3 2 b) (extract 1 2 b))", "(extract 1 4 b)"},
      {"(concat (concat x y) z)", "(concat x (concat y z))"},
      {"(concat (zext 2W x) y)", "(zext 3W (concat x y))", {3, 8}},
      {"(concat (sext 2W x) y)", "(sext 3W (concat x y))", {3, 8}},
      {"(concat (extract 3 5 b) (concat (extract 0 3 b) x))", "(concat b x)"},
      {"(concat 1:2 (concat 2:2 x))", "(concat 6:4 x)"},
      {"(concat 1:2 (zext 16 b))", "(concat 0x100:10 b)"},
      {"(concat p (sext 4 p))", "(sext 5 p)"},
      {"(concat (extract 8 24 (sext 32 b)) b)", "(sext 32 b)"},
      {"(concat (extract 8 24 (add (zext 32 b) (zext 32 d))) (extract 0 8 (add (zext 32 b) (zext 32 d))))",
       "(add (zext 32 b) (zext 32 d))"},
  });
  expect_unchanged({{"(concat x y)"},
                    {"(concat x (zext W+8 y))"},
                    {"(concat (extract 0 3 b) (extract 3 5 b))"},
                    {"(concat (extract 4 4 b) (extract 0 4 d))"},
                    {"(concat x 0:8)"}});
}

TEST(SimplifyStructureTest, AValueThatWentThroughMemoryIsItself) {
  for (const char* value :
       {"x", "(sext 32 b)", "(zext 32 b)", "(sext 32 (extract 0 16 x))", "(add x y)", "(ite p x y)", "(ite p 5:32 -7)",
        "(zext 32 p)", "(sext 32 p)", "(shl x 5)", "(ashr x 12)", "(xor x 0x1234)"}) {
    SCOPED_TRACE(value);
    Pool pool;
    const Expr e = TermText(pool, 32, true)(value);
    const Expr bytes[] = {pool.extract(e, 0, 8), pool.extract(e, 8, 8), pool.extract(e, 16, 8), pool.extract(e, 24, 8)};
    const auto concat = [&](Expr high, Expr low) { return pool.binary(Op::Concat, high, low); };
    const Expr from_low = concat(bytes[3], concat(bytes[2], concat(bytes[1], bytes[0])));
    const Expr from_high = concat(concat(concat(bytes[3], bytes[2]), bytes[1]), bytes[0]);
    const Expr by_halves = concat(concat(bytes[3], bytes[2]), concat(bytes[1], bytes[0]));
    EXPECT_EQ(from_low, e);
    EXPECT_EQ(from_high, e);
    EXPECT_EQ(by_halves, e);
  }
}

TEST(SimplifyStructureTest, BytesShiftedTogetherAreAConcatenation) {
  expect_rules({
      {"(or (shl (zext 32 b) 8) (zext 32 d))", "(zext 32 (concat b d))"},
      {"(or (or (shl (zext 24 b) 16) (shl (zext 24 d) 8)) (zext 24 b))", "(concat b (concat d b))"},
      {"(add (shl (zext 16 b) 8) (zext 16 d))", "(concat b d)"},
  });
}

TEST(SimplifyStructureTest, Ite) {
  expect_rules({
      {"(ite (not p) x y)", "(ite p y x)"},
      {"(ite p 1:1 q)", "(or p q)"},
      {"(ite p 0:1 q)", "(and (not p) q)"},
      {"(ite p q 1:1)", "(or (not p) q)"},
      {"(ite p q 0:1)", "(and p q)"},
      {"(ite p p q)", "(or p q)"},
      {"(ite p q p)", "(and p q)"},
      {"(ite p q (not q))", "(eq p q)"},
      {"(ite p 1:W 0)", "(zext W p)"},
      {"(ite p 0:W 1)", "(zext W (not p))"},
      {"(ite p -1:W 0)", "(sext W p)"},
      {"(ite p 0:W -1)", "(sext W (not p))"},
      {"(ite p (ite p x y) z)", "(ite p x z)"},
      {"(ite p x (ite p y z))", "(ite p x z)"},
      {"(ite p (ite q x y) y)", "(ite (and p q) x y)"},
      {"(ite p (ite q x y) x)", "(ite (and p (not q)) y x)"},
      {"(ite p x (ite q x y))", "(ite (or p q) x y)"},
      {"(ite p x (ite q y x))", "(ite (or p (not q)) x y)"},
      {"(ite (eq x y) x y)", "y"},
      {"(ite (eq x 3) 3:W x)", "x"},
      {"(ite p (zext W+8 x) (zext W+8 y))", "(zext W+8 (ite p x y))"},
      {"(ite p (sext W+8 x) 3)", "(sext W+8 (ite p x 3))", {4, 8}},
      {"(ite p 3 (zext W+8 x))", "(zext W+8 (ite p 3 x))", {4, 8}},
  });
  expect_unchanged({{"(ite p x y)"},
                    {"(ite p 2:W 0)"},
                    {"(ite p (ite q x y) z)"},
                    {"(ite p (zext W+8 x) 0x1ff)", {8}},
                    {"(ite p (zext W+8 x) (sext W+8 y))"}});
}

}  // namespace
}  // namespace forall::expr::testing
