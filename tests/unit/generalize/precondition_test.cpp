#include "generalize/precondition.h"

#include <gtest/gtest.h>

namespace forall::generalize {
namespace {

Value number(long double value) { return {Value::Kind::Number, value, "", false}; }

Separation about(const std::string& name, long double original, std::initializer_list<int> passing,
                 std::initializer_list<int> failing) {
  Separation cases;
  cases.original[name] = number(original);
  cases.originals[name] = std::to_string(static_cast<int>(original));
  for (const int value : passing) cases.passing.push_back({{name, number(value)}});
  for (const int value : failing) cases.failing.push_back({{name, number(value)}});
  return cases;
}

TEST(FindPrecondition, IsTheShortestThatKeepsAllPassingCases) {
  const auto found = find_precondition(about("n", -5, {-5, 0, 1}, {2, 3}));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->text(), "n <= 1");
  EXPECT_TRUE(found->keeps_all);
}

TEST(FindPrecondition, JoinsConditions) {
  const auto found = find_precondition(about("n", 7, {0, 7, 9}, {-1, 10}));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->conditions.size(), 2U);
  for (const Values& failing : {Values{{"n", number(-1)}}, Values{{"n", number(10)}}}) {
    const bool holds = found->conditions[0].holds(failing) && found->conditions[1].holds(failing);
    EXPECT_FALSE(holds);
  }
}

TEST(FindPrecondition, PinsAValueThatNothingElseShares) {
  const auto found = find_precondition(about("n", 2, {2}, {0, 1, 3, 4}));
  ASSERT_TRUE(found);
  ASSERT_EQ(found->conditions.size(), 1U);
  EXPECT_EQ(found->conditions[0].pinned, "n");
}

TEST(FindPrecondition, RelatesTwoParameters) {
  Separation cases;
  cases.original = {{"a", number(1)}, {"b", number(1)}};
  cases.originals = {{"a", "1"}, {"b", "1"}};
  cases.passing = {{{"a", number(1)}, {"b", number(1)}}, {{"a", number(5)}, {"b", number(5)}}};
  cases.failing = {{{"a", number(1)}, {"b", number(0)}}, {{"a", number(5)}, {"b", number(1)}}};
  const auto found = find_precondition(cases);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->text(), "a == b");
  EXPECT_EQ(found->conditions[0].same_as[0], "a");
}

TEST(FindPrecondition, DoesNotExistWhereCasesAreAlike) { EXPECT_FALSE(find_precondition(about("n", 2, {2}, {2}))); }

}  // namespace
}  // namespace forall::generalize
