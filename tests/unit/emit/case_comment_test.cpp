#include "emit/case_comment.h"

#include <gtest/gtest.h>

#include "helpers.h"

namespace forall::emit {
namespace {

using testcase::Case;

Case with(const std::string& condition) {
  Case c;
  c.path_condition = condition;
  return c;
}

std::string comment(const std::vector<std::string>& conditions, std::size_t most = 40) {
  std::vector<Case> cases;
  for (const std::string& condition : conditions) cases.push_back(with(condition));
  return CaseComments(cases).of(cases[0], most);
}

TEST(CaseComment, AShortConditionIsSaidWhole) {
  EXPECT_EQ(comment({"a > 0 && b == 1"}), "a > 0 && b == 1");
  EXPECT_EQ(comment({"a > 0 && b == 1", "a > 0 && b != 1"}), "a > 0 && b == 1");
}

TEST(CaseComment, WhatNobodyWroteIsLeftOut) {
  EXPECT_EQ(comment({"xs.size + 1152921504606846976 < 2305843009213693952 && a > 0"}), "a > 0");
  EXPECT_EQ(comment({"(n & 0x1fffffffffffffff) != 5 && a > 0"}), "a > 0");
  EXPECT_EQ(comment({"n == 9223372036854775807 && a > 0"}), "n == 9223372036854775807 && a > 0");
  EXPECT_EQ(comment({"true"}), "");
}

TEST(CaseComment, ElementsBehindTheEndAreLeftOut) {
  Case c = with("text[0] == '[' && text[1] == ']' && rows[0].name[2] > 'a' && rows[0].name[3] > 'a'");
  c.inputs = {testing_support::input("text.size", 1), testing_support::input("rows.size", 1),
              testing_support::input("rows[0].name.size", 3)};
  EXPECT_EQ(CaseComments({c}).of(c, 80), "text[0] == '[' && rows[0].name[2] > 'a'");
}

TEST(CaseComment, BitsThatAllCasesShareAreLeftOut) {
  EXPECT_EQ(comment({"(a ^ b) >= 0 && a == 1", "(a ^ b) >= 0 && a != 1"}), "a == 1");
  EXPECT_EQ(comment({"(a ^ b) >= 0 && a == 1", "a != 1"}), "(a ^ b) >= 0 && a == 1");
}

TEST(CaseComment, OfALongConditionWhatTellsTheCaseApartStays) {
  const std::string shared = "first_parameter > 100 && second_parameter < 200";
  EXPECT_EQ(comment({shared + " && last == 1 && third != 7", shared + " && last == 2 && third != 7"}, 30),
            "last == 1 && third != 7");
  EXPECT_EQ(comment({"a_rather_long_name == 1 && third != 7 && last == 1", "third != 7", "third == 7"}, 30),
            "third != 7 && last == 1 && ...");
  EXPECT_EQ(comment({"a_rather_long_name_for_a_parameter == 1"}, 20), "a_rather_long_na ...");
}

}  // namespace
}  // namespace forall::emit
