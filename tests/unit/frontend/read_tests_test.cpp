#include "frontend/read_tests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sample.h"

namespace forall::frontend {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::string kCode = R"(#include <gtest/gtest.h>
#define LIMIT 77
#define MY_TEST(name) TEST(Mine, name)
int add(int a, int b) { return a + b; }
struct Fixture : testing::Test { int start = 9; };

TEST(Add_Test, Small) {
  EXPECT_EQ(add(2, -3), -1) << "sum";
  EXPECT_LT(add(2, LIMIT), 0x10uL);
}
namespace inner {
TEST_F(Fixture, Kinds)
{
  const double real = 1.5e3;
  const char letter = 'A';
  if (true) add(letter, - 4);
  EXPECT_STREQ("a\tb", real > 0 ? "x" "y" : nullptr);
  auto later = [] { return 5; };
  (void)later;
}
}
MY_TEST(Wrapped) { add(1, 1); }
struct NoTest { void TestBody() { add(3, 3); } };
)";

std::vector<std::string> texts(const SourceTest& test) {
  std::vector<std::string> result;
  for (const Literal& literal : test.literals) result.push_back(literal.text);
  return result;
}

std::string text(SourceRange range) { return kCode.substr(range.begin, range.end - range.begin); }

class ReadTests : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    const Parsed parsed = parse_sample(kCode);
    ASSERT_TRUE(parsed.compiles) << parsed.messages;
    tests = read_tests(parsed);
  }
  void SetUp() override { ASSERT_EQ(tests.size(), 2U); }
  static inline std::vector<SourceTest> tests;
};

TEST_F(ReadTests, HaveTheirNames) {
  EXPECT_EQ(tests[0].suite, "Add_Test");
  EXPECT_EQ(tests[0].name, "Small");
  EXPECT_FALSE(tests[0].is_fixture);
  EXPECT_EQ(tests[0].line, 7U);
  EXPECT_EQ(tests[1].suite, "Fixture");
  EXPECT_EQ(tests[1].name, "Kinds");
  EXPECT_TRUE(tests[1].is_fixture);
  EXPECT_EQ(tests[1].line, 12U);
}

TEST_F(ReadTests, LieWhereTheyLie) {
  EXPECT_EQ(text(tests[0].whole), "TEST(Add_Test, Small) " + text(tests[0].body));
  EXPECT_EQ(text(tests[0].body), "{\n  EXPECT_EQ(add(2, -3), -1) << \"sum\";\n  EXPECT_LT(add(2, LIMIT), 0x10uL);\n}");
  EXPECT_TRUE(text(tests[1].whole).starts_with("TEST_F(Fixture, Kinds)\n{\n"));
  EXPECT_TRUE(text(tests[1].whole).ends_with("(void)later;\n}"));
}

TEST_F(ReadTests, LiteralsAreThoseThatAreWrittenInTheBody) {
  EXPECT_THAT(texts(tests[0]), ElementsAre("2", "-3", "-1", "\"sum\"", "2", "0x10uL"));
  EXPECT_THAT(texts(tests[1]), ElementsAre("1.5e3", "'A'", "true", "- 4", "\"a\\tb\"", "0", "\"x\" \"y\"", "5"));
  for (const SourceTest& test : tests) {
    for (const Literal& literal : test.literals) EXPECT_EQ(text(literal.range), literal.text);
  }
}

TEST_F(ReadTests, LiteralsHaveTypesAndValues) {
  const std::vector<Literal>& first = tests[0].literals;
  EXPECT_EQ(first[1].value, "-3");
  EXPECT_EQ(first[1].type, "int");
  EXPECT_EQ(first[5].value, "16");
  EXPECT_EQ(first[5].type, "unsigned long");
  const std::vector<Literal>& second = tests[1].literals;
  EXPECT_EQ(second[0].kind, LiteralKind::Floating);
  EXPECT_EQ(second[0].type, "double");
  EXPECT_EQ(second[1].kind, LiteralKind::Character);
  EXPECT_EQ(second[1].value, "65");
  EXPECT_EQ(second[2].kind, LiteralKind::Boolean);
  EXPECT_EQ(second[4].kind, LiteralKind::String);
  EXPECT_EQ(second[4].value, "a\tb");
  EXPECT_EQ(second[6].value, "xy");
  EXPECT_EQ(second[6].type, "const char[3]");
}

TEST(ReadTestsOfOthers, AreNone) { EXPECT_THAT(read_tests(parse_sample("int a = 1;")), IsEmpty()); }

}  // namespace
}  // namespace forall::frontend
