#include "generalize/generalize.h"

#include <gtest/gtest.h>

namespace forall::generalize {
namespace {

// Whatever comes of a test that is worked on, the report says what was known of it before.
TEST(Generalize, ATestThatIsWorkedOnKeepsWhatIsLeftOut) {
  const std::string source = "TEST_P(Scaled, Doubles) { EXPECT_EQ(6, twice(3)); }\n";
  const auto range = [&](const std::string& text) {
    const std::size_t at = source.find(text);
    return frontend::SourceRange{at, at + text.size()};
  };
  frontend::TestFlow flow;
  flow.macro = "TEST_P";
  flow.test.suite = "Scaled";
  flow.test.name = "Doubles";
  flow.test.line = 1;
  flow.test.whole = {0, source.find('}') + 1};
  flow.test.body = {source.find('{'), source.find('}') + 1};
  flow.instances = "testing::Range(0, 10)";
  flow.left_out = "6 of testing::Range(0, 10)";
  flow.constants = {
      {frontend::LiteralKind::Integer, frontend::ConstantRole::Input, range("3"), "3", "int", "3", "", "", ""}};
  flow.assertions = {{"EXPECT_EQ", range("EXPECT_EQ(6, twice(3));"), {range("6"), range("twice(3)")}, 1}};
  Tools tools;
  tools.source_name = "scaled_test.cpp";
  tools.draft_name = "draft.cpp";
  tools.check = [](const std::string&) { return std::vector<CompileError>(); };
  std::size_t explored = 0;
  tools.explore = [&](const std::string&, const std::vector<std::string>&, Effort) {
    ++explored;
    return Explored{{}, "there is no compiler"};
  };
  const std::vector<TestReport> reports = generalize(source, "", {flow}, tools);
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_GT(explored, 0u);
  EXPECT_EQ(reports[0].stage, Stage::Unexplored);
  EXPECT_EQ(reports[0].name, "Scaled.Doubles/0");
  EXPECT_EQ(reports[0].line, 1u);
  EXPECT_EQ(reports[0].left_out, "6 of testing::Range(0, 10)");
}

}  // namespace
}  // namespace forall::generalize
