// The oracle itself: it tells different terms apart, and agrees with expr::apply on every operator.
#include "z3_terms.h"

#include <gtest/gtest.h>

#include "term_text.h"

namespace forall::expr::testing {
namespace {

TEST(Z3TermsTest, TellsDifferentTermsApart) {
  Pool pool;
  z3::context context;
  TermText raw(pool, 8, false);
  EXPECT_EQ(Z3Terms(pool, context).difference(raw("(add x y)"), raw("(sub x (neg y))")), "");
  EXPECT_NE(Z3Terms(pool, context).difference(raw("(add x y)"), raw("(or x y)")), "");
  EXPECT_NE(Z3Terms(pool, context).difference(raw("(ult x y)"), raw("(slt x y)")), "");
}

// Terms over constants only: the pool folds them with expr::apply, Z3 computes the unfolded ones.
TEST(Z3TermsTest, AgreesWithTheMeaningOfEveryOperator) {
  Pool pool;
  z3::context context;
  Z3Terms prover(pool, context);
  const char* const binary[] = {"add", "sub",  "mul",  "udiv", "sdiv", "urem", "srem", "and", "or",    "xor",
                                "shl", "lshr", "ashr", "eq",   "ult",  "ule",  "slt",  "sle", "concat"};
  const char* const values[] = {"0:5", "1:5", "3:5", "-1:5", "-3:5", "min:5", "max:5"};
  for (const char* op : binary) {
    for (const char* a : values) {
      for (const char* b : values) {
        const std::string text = std::string("(").append(op).append(" ").append(a).append(" ").append(b).append(")");
        EXPECT_EQ(prover.difference(TermText(pool, 5, false)(text), TermText(pool, 5, true)(text)), "") << text;
      }
    }
  }
  for (const char* text : {"(not -3:5)", "(neg -3:5)", "(zext 9 -3:5)", "(sext 9 -3:5)", "(extract 1 3 -7:5)",
                           "(ite 1:1 3:5 4)", "(ite 0:1 3:5 4)"}) {
    EXPECT_EQ(prover.difference(TermText(pool, 5, false)(text), TermText(pool, 5, true)(text)), "") << text;
  }
}

}  // namespace
}  // namespace forall::expr::testing
