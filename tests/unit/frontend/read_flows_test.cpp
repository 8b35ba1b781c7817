#include "frontend/read_flows.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sample.h"

namespace forall::frontend {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::string kCode = R"(#include <gtest/gtest.h>
#include <climits>
#include <string>
#include <vector>
const char kHello[] = "hello";
enum class Color { Red, Green };
int area(int width, int height);
int paint(Color color, std::size_t count);
int length(const char* text);
int total(const std::vector<int>& numbers);
struct List {
  explicit List(int capacity);
  void add(int value);
  int operator[](int index) const;
};

TEST(Flow, Arguments) {
  EXPECT_EQ(6, area(2, -3)) << "six";
  EXPECT_TRUE(paint(Color::Green, 4) == INT_MIN);
}
TEST(Flow, Variables) {
  const int width = 5;
  int unused = 7;
  int expected = 20;
  EXPECT_EQ(expected, area(width, 4));
}
TEST(Flow, Structure) {
  int bounds[3] = {};
  const int size = 2;
  int sized[size] = {};
  for (int i = 0; i < 10; ++i) area(i, bounds[1] + sized[0]);
  switch (area(1, 1)) {
    case 8:
      break;
  }
  static_assert(sizeof(int) == 4);
}
TEST(Flow, Objects) {
  List list(1);
  list.add(11);
  EXPECT_EQ(11, list[0]);
}
TEST(Flow, Texts) {
  EXPECT_EQ(5, length(kHello));
  const std::vector<int> numbers = {1, 2};
  EXPECT_EQ(3, total(numbers));
}
TEST(Flow, Death) { EXPECT_DEATH(area(9, 9), ""); }
)";

class ReadFlows : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    const Parsed parsed = parse_sample(kCode);
    ASSERT_TRUE(parsed.compiles) << parsed.messages;
    flows = read_flows(parsed);
  }
  void SetUp() override { ASSERT_EQ(flows.size(), 6U); }

  static std::vector<std::string> constants(const TestFlow& flow, ConstantRole role) {
    std::vector<std::string> result;
    for (const Constant& constant : flow.constants) {
      if (constant.role == role) result.push_back(constant.text + (constant.name.empty() ? "" : " " + constant.name));
    }
    return result;
  }
  static inline std::vector<TestFlow> flows;
};

TEST_F(ReadFlows, ArgumentsOfCallsAreInputs) {
  EXPECT_THAT(constants(flows[0], ConstantRole::Input),
              ElementsAre("2 width", "-3 height", "Color::Green color", "4 count"));
}

TEST_F(ReadFlows, WhatOnlyAnAssertionSeesIsExpected) {
  EXPECT_THAT(constants(flows[0], ConstantRole::Expected), ElementsAre("6", "INT_MIN"));
}

TEST_F(ReadFlows, ConstantsHaveTheTypeOfTheirPlace) {
  EXPECT_EQ(flows[0].constants[3].type, "Color");
  EXPECT_EQ(flows[0].constants[4].type, "unsigned long");
  EXPECT_EQ(flows[0].constants[2].value, "-3");
}

TEST_F(ReadFlows, InitializersFollowTheirVariables) {
  EXPECT_THAT(constants(flows[1], ConstantRole::Input), ElementsAre("5 width", "4 height"));
  EXPECT_THAT(constants(flows[1], ConstantRole::Expected), ElementsAre("20 expected"));
  EXPECT_THAT(constants(flows[1], ConstantRole::Fixed), ElementsAre("7 unused"));
}

TEST_F(ReadFlows, BoundsAndLabelsAreFixed) {
  EXPECT_THAT(constants(flows[2], ConstantRole::Input), ElementsAre("1 width", "1 height"));
  EXPECT_THAT(constants(flows[2], ConstantRole::Expected), IsEmpty());
}

TEST_F(ReadFlows, ObjectsAreUnderTest) {
  EXPECT_THAT(constants(flows[3], ConstantRole::Input), ElementsAre("1 capacity", "11 value", "0 index"));
}

TEST_F(ReadFlows, TextsAndContentsAreInputs) {
  EXPECT_THAT(constants(flows[4], ConstantRole::Input), ElementsAre("kHello text", "1 numbers", "2 numbers"));
  EXPECT_EQ(flows[4].constants[1].value, "hello");
}

TEST_F(ReadFlows, DeathTestsStayAsTheyAre) { EXPECT_THAT(constants(flows[5], ConstantRole::Input), IsEmpty()); }

TEST_F(ReadFlows, AssertionsHaveTheirArguments) {
  ASSERT_EQ(flows[0].assertions.size(), 2U);
  const Assertion& first = flows[0].assertions[0];
  EXPECT_EQ(first.macro, "EXPECT_EQ");
  EXPECT_EQ(kCode.substr(first.whole.begin, first.whole.end - first.whole.begin),
            R"(EXPECT_EQ(6, area(2, -3)) << "six";)");
  ASSERT_EQ(first.arguments.size(), 2U);
  EXPECT_EQ(kCode.substr(first.arguments[1].begin, first.arguments[1].end - first.arguments[1].begin), "area(2, -3)");
}

TEST(ReadFlowsOfInstances, ATestIsThereForEachOfItsFirst) {
  const Parsed parsed = parse_sample(R"(#include <gtest/gtest.h>
int twice(int value);
class Some : public testing::TestWithParam<int> {};
class Many : public testing::TestWithParam<int> {};
class Unknown : public testing::TestWithParam<int> {};
class Elsewhere : public testing::TestWithParam<int> {};
TEST_P(Some, IsEven) { EXPECT_EQ(6, twice(3)); }
TEST_P(Many, IsEven) { EXPECT_EQ(6, twice(3)); }
TEST_P(Unknown, IsEven) { EXPECT_EQ(6, twice(3)); }
TEST_P(Elsewhere, IsEven) { EXPECT_EQ(6, twice(3)); }
INSTANTIATE_TEST_SUITE_P(A, Some, testing::Values((1, 2), 3), [](const auto& info) { return std::to_string(info.index); });
INSTANTIATE_TEST_SUITE_P(B, Some, testing::Values(4));
INSTANTIATE_TEST_SUITE_P(A, Many, testing::Values(1, 2, 3, 4, 5, 6));
INSTANTIATE_TEST_SUITE_P(A, Unknown, testing::Range(1, 9));
)");
  ASSERT_TRUE(parsed.compiles) << parsed.messages;
  std::vector<std::string> found;
  for (const TestFlow& flow : read_flows(parsed))
    found.push_back(fmt::format("{} {} {} of {}{}{}", flow.test.suite, flow.number, flow.instance, flow.instances,
                                flow.problem, flow.left_out.empty() ? "" : ", left out: " + flow.left_out));
  EXPECT_THAT(found, ElementsAre("Some 0 0 of testing::Values((1, 2), 3)", "Some 1 1 of testing::Values((1, 2), 3)",
                                 "Some 2 0 of testing::Values(4)", "Many 0 0 of testing::Values(1, 2, 3, 4, 5, 6)",
                                 "Many 1 1 of testing::Values(1, 2, 3, 4, 5, 6)",
                                 "Many 2 2 of testing::Values(1, 2, 3, 4, 5, 6)",
                                 "Many 3 3 of testing::Values(1, 2, 3, 4, 5, 6), left out: 2",
                                 "Unknown 0 0 of testing::Range(1, 9), left out: those after the first of a generator",
                                 testing::HasSubstr("Elsewhere 0 0 of a test with")));
}

class ReadFlowsOfCatch2 : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    const Parsed parsed = parse_sample(R"(#include <catch2/catch.hpp>
int area(int width, int height);
struct List {
  explicit List(int capacity);
  bool add(int value);
  int last() const;
};
struct Fixture { List list{3}; };
TEST_CASE("lists grow", "[.slow][list]") {
  List list(1);
  REQUIRE(list.add(7));
  SECTION("at the end") { CHECK(list.last() == 7); }
  SECTION("again") {
    list.add(8);
    INFO("both");
    SECTION("and again") { CHECK_FALSE(list.add(9)); }
    SECTION("and again!") { CHECK_THROWS_AS(list.add(10), int); }
  }
}
TEST_CASE_METHOD(Fixture, "has room") { CHECK(list.add(5)); }
TEST_CASE("any") { CHECK(area(GENERATE(1, 2), 2) > 0); }
TEST_CASE("loop") {
  for (int i = 0; i < 2; ++i) {
    SECTION("inside") { CHECK(area(i, 1) == i); }
  }
}
void help() { REQUIRE(area(1, 1) == 1); }
)");
    ASSERT_TRUE(parsed.compiles) << parsed.messages;
    flows = read_flows(parsed);
  }
  void SetUp() override { ASSERT_EQ(flows.size(), 6U); }

  static std::vector<std::string> constants(const TestFlow& flow, ConstantRole role) {
    std::vector<std::string> result;
    for (const Constant& constant : flow.constants) {
      if (constant.role == role) result.push_back(constant.text);
    }
    return result;
  }

  inline static std::vector<TestFlow> flows;
};

TEST_F(ReadFlowsOfCatch2, AreOneForEachInnermostSection) {
  std::vector<std::string> names;
  for (const TestFlow& flow : flows) names.push_back(flow.test.suite + "." + flow.test.name);
  EXPECT_THAT(names, ElementsAre("List.ListsGrowAtTheEnd", "List.ListsGrowAgainAndAgain",
                                 "List.ListsGrowAgainAndAgain2", "Sample.HasRoom", "Sample.Any", "Sample.Loop"));
  EXPECT_EQ(flows[2].title, "lists grow: again: and again!");
  EXPECT_EQ(flows[3].fixture, "Fixture");
}

TEST_F(ReadFlowsOfCatch2, OtherSectionsHaveNoConstantsInThem) {
  EXPECT_THAT(constants(flows[0], ConstantRole::Input), ElementsAre("1", "7"));
  EXPECT_THAT(constants(flows[0], ConstantRole::Expected), ElementsAre("7"));
  EXPECT_THAT(constants(flows[1], ConstantRole::Input), ElementsAre("1", "7", "8", "9"));
  EXPECT_THAT(constants(flows[2], ConstantRole::Input), ElementsAre("1", "7", "8", "10"));
}

TEST_F(ReadFlowsOfCatch2, AssertionsAreThoseOfTheSection) {
  std::vector<std::string> macros;
  for (const Assertion& assertion : flows[2].assertions) macros.push_back(assertion.macro);
  EXPECT_THAT(macros, ElementsAre("REQUIRE", "CHECK_THROWS_AS"));
}

TEST_F(ReadFlowsOfCatch2, WhatIsKnownOnlyWhenItRunsIsNotRead) {
  EXPECT_THAT(flows[4].problem, testing::HasSubstr("GENERATE"));
  EXPECT_THAT(flows[5].problem, testing::HasSubstr("a section in a loop"));
}

TEST(ReadFlowsOfFunctions, AreThoseThatAssertSomething) {
  const Parsed parsed = parse_sample(R"(#include <cassert>
int area(int width, int height);
static void test_area() {
  assert(area(2, 3) == 6);
}
void print(int value) { assert(value == area(1, 1)); }
void helper() {}
int main() { test_area(); }
)");
  ASSERT_TRUE(parsed.compiles) << parsed.messages;
  const std::vector<TestFlow> flows = read_flows(parsed);
  ASSERT_EQ(flows.size(), 1U);
  EXPECT_EQ(flows[0].test.suite + "." + flows[0].test.name, "Sample.TestArea");
  ASSERT_EQ(flows[0].constants.size(), 3U);
  EXPECT_EQ(flows[0].constants[0].role, ConstantRole::Input);
  EXPECT_EQ(flows[0].constants[2].role, ConstantRole::Expected);
}

}  // namespace
}  // namespace forall::frontend
