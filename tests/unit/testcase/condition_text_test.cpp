#include "testcase/condition_text.h"

#include <gtest/gtest.h>

namespace forall::testcase {
namespace {

TEST(ConditionText, APartEndsAtItsAnd) {
  EXPECT_EQ(parts_of_condition("a < b && (p && q || r) && s[f(x && y)] == '&'"),
            (std::vector<std::string>{"a < b", "(p && q || r)", "s[f(x && y)] == '&'"}));
  EXPECT_EQ(parts_of_condition("c == '\\'' && t == \" && \""),
            (std::vector<std::string>{"c == '\\''", "t == \" && \""}));
}

TEST(ConditionText, LongPartsAndThoseThatNobodyWroteAreDots) {
  EXPECT_EQ(readable_condition("a > 0 && b == 1"), "a > 0 && b == 1");
  EXPECT_EQ(readable_condition(""), "");
  EXPECT_EQ(readable_condition("a > 0 && (uninitialised)8#3 << 56 == 1 && b == 1"), "a > 0 && b == 1 && ...");
  EXPECT_EQ(readable_condition("(a || b &...)"), "...");
  EXPECT_EQ(readable_condition(std::string(200, 'a') + " == 0 && b == 1"), "b == 1 && ...");
}

}  // namespace
}  // namespace forall::testcase
