#include "generalize/put_source.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace forall::generalize {
namespace {

using frontend::ConstantRole;
using frontend::LiteralKind;
using frontend::SourceRange;

const std::string kSource =
    "TEST(Area, Small) {\r\n"
    "  // größer als 6\r\n"
    "  EXPECT_EQ(6, area(2, 3));\r\n"
    "  EXPECT_LT(0, next());\r\n"
    "}\r\n";

SourceRange range_of(const std::string& text) {
  const std::size_t at = kSource.find(text);
  return {at, at + text.size()};
}

SourceRange within(const std::string& outer, const std::string& text) {
  const std::size_t at = kSource.find(text, kSource.find(outer));
  return {at, at + text.size()};
}

frontend::TestFlow flow() {
  frontend::TestFlow flow;
  flow.macro = "TEST";
  flow.test.suite = "Area";
  flow.test.name = "Small";
  flow.test.whole = {0, kSource.find('}') + 1};
  flow.test.body = {kSource.find('{'), kSource.find('}') + 1};
  flow.names = {"EXPECT_EQ", "EXPECT_LT", "area", "next"};
  const auto add = [&](ConstantRole role, const std::string& text, const std::string& value, const std::string& name) {
    flow.constants.push_back({LiteralKind::Integer, role, within("EXPECT_EQ", text), text, "int", value, name, "", ""});
  };
  add(ConstantRole::Expected, "6", "6", "");
  add(ConstantRole::Input, "2", "2", "width");
  add(ConstantRole::Input, "3", "3", "area");
  flow.assertions.push_back(
      {"EXPECT_EQ", range_of("EXPECT_EQ(6, area(2, 3));"), {within("EXPECT_EQ", "6"), range_of("area(2, 3)")}, 3});
  flow.assertions.push_back(
      {"EXPECT_LT", range_of("EXPECT_LT(0, next());"), {within("EXPECT_LT", "0"), range_of("next()")}, 4});
  return flow;
}

Draft draft(const TestPlan& plan) {
  Draft draft;
  draft.name = "SmallForAll";
  draft.suite = "Area";
  for (std::size_t p = 0; p < plan.parameters.size(); ++p) draft.parameters.push_back(p);
  draft.keeps = {true, true};
  return draft;
}

TEST(PlanTest, NamesDoNotHideWhatTheTestUses) {
  const TestPlan plan = plan_test(flow());
  ASSERT_EQ(plan.parameters.size(), 2U);
  EXPECT_EQ(plan.parameters[0].name, "width");
  EXPECT_EQ(plan.parameters[1].name, "any_area");
}

TEST(PlanTest, ExpectedValuesAreTriedAsProducts) {
  const TestPlan plan = plan_test(flow());
  const Relation product = {{0, "width * any_area"}};
  EXPECT_NE(std::find(plan.relations[0].begin(), plan.relations[0].end(), product), plan.relations[0].end());
  EXPECT_EQ(plan.relations[1].size(), 1U);
}

TEST(WritePut, KeepsEveryByteThatItDoesNotReplace) {
  const TestPlan plan = plan_test(flow());
  Draft wanted = draft(plan);
  wanted.relation = {{0, "width * any_area"}};
  EXPECT_EQ(write_put(kSource, flow(), plan, wanted).text,
            "void SmallForAll(int width, int any_area) {\r\n"
            "  // größer als 6\r\n"
            "  EXPECT_EQ(width * any_area, area(width, any_area));\r\n"
            "  EXPECT_LT(0, next());\r\n"
            "}\n"
            "FORALL(Area, SmallForAll).WithSeeds({{2, 3}});\n");
}

TEST(WritePut, KeepsTheCallsOfADroppedAssertion) {
  const TestPlan plan = plan_test(flow());
  Draft wanted = draft(plan);
  wanted.keeps = {false, true};
  const std::string text = write_put(kSource, flow(), plan, wanted).text;
  EXPECT_NE(text.find("  static_cast<void>(area(width, any_area));\r\n"), std::string::npos) << text;
}

TEST(WritePut, SaysWhereAssertionsAre) {
  const TestPlan plan = plan_test(flow());
  Draft wanted = draft(plan);
  wanted.assumptions = {"width > 0"};
  const Written written = write_put(kSource, flow(), plan, wanted);
  ASSERT_EQ(written.assertions.size(), 2U);
  EXPECT_EQ(written.text.substr(written.assertions[1].begin, 9), "EXPECT_LT") << written.text;
}

TEST(WritePut, SaysWhereItsLinesComeFrom) {
  const TestPlan plan = plan_test(flow());
  Draft wanted = draft(plan);
  wanted.assumptions = {"width > 0", "any_area > 0"};
  wanted.caught = "std::out_of_range";
  const Written written = write_put(kSource, flow(), plan, wanted);
  const unsigned assertion = line_at(written.text, written.text.find("EXPECT_LT"));
  EXPECT_EQ(assertion, 7U) << written.text;
  ASSERT_EQ(written.lines.size(), static_cast<std::size_t>(std::count(written.text.begin(), written.text.end(), '\n')));
  EXPECT_EQ(written.lines[assertion - 1], line_at(kSource, kSource.find("EXPECT_LT")));
  EXPECT_EQ(written.lines.front(), 1U);
  EXPECT_EQ(written.lines.back(), line_at(kSource, kSource.find('}')));
}

TEST(WritePut, PutsTheWholeBodyIntoATry) {
  const TestPlan plan = plan_test(flow());
  Draft wanted = draft(plan);
  wanted.caught = "std::out_of_range";
  wanted.otherwise = Draft::Otherwise::Fails;
  const std::string text = write_put(kSource, flow(), plan, wanted).text;
  EXPECT_NE(text.find("  try {\r\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  } catch (const std::out_of_range&) {\n    return;\n  }\n  FAIL()"), std::string::npos) << text;
}

TEST(WritePut, LeavesOutOtherSectionsWithTheirLines) {
  const std::string source =
      "TEST_CASE(\"a\") {\n  SECTION(\"one\") {\n    CHECK(pairs<int, int>(1));\n  }\n"
      "  SECTION(\"two\") { CHECK(f(2)); }\n}\n";
  const auto range = [&](const std::string& text) {
    return SourceRange{source.find(text), source.find(text) + text.size()};
  };
  frontend::TestFlow flow;
  flow.framework = frontend::Framework::Catch2;
  flow.test.whole = {0, source.size() - 1};
  flow.test.body = {source.find('{'), source.size() - 1};
  flow.cuts = {range("SECTION(\"one\") "), range("SECTION(\"two\") { CHECK(f(2)); }")};
  flow.assertions.push_back({"CHECK", range("CHECK(pairs<int, int>(1));"), {range("pairs<int"), range("int>(1)")}, 3});
  Draft wanted;
  wanted.name = "AOneForAll";
  wanted.suite = "Sample";
  wanted.keeps = {true};
  EXPECT_EQ(write_put(source, flow, {}, wanted).text,
            "void AOneForAll() {\n  {\n    CHECK(pairs<int, int>(1));\n  }\n}\n"
            "FORALL(Sample, AOneForAll).WithSeeds({{}});\n");
  wanted.keeps = {false};
  EXPECT_NE(write_put(source, flow, {}, wanted).text.find("static_cast<void>(pairs<int, int>(1));"), std::string::npos);
}

TEST(PlaceOfInclude, IsBehindTheOtherIncludes) {
  const std::string source = "#include <a>\n#if X\n#include <b>\n#endif\n#include <c>\nTEST(A, B) {}\n";
  const Include include = include_for(source, source.find("TEST"), false, frontend::Framework::GoogleTest);
  EXPECT_EQ(include.place, source.find("TEST"));
  EXPECT_EQ(include.text, "#include <forall/forall.h>\n");
  const std::string has_one = "#include <forall/forall.h>\nTEST(A, B) {}\n";
  EXPECT_EQ(include_for(has_one, 27, false, frontend::Framework::GoogleTest).text, "");
  EXPECT_EQ(include_for(has_one, 27, true, frontend::Framework::GoogleTest).text,
            "#include <forall/test_parameter.h>\n");
  EXPECT_EQ(include_for(has_one, 27, true, frontend::Framework::GoogleTest).place, 27u);
  EXPECT_EQ(include_for(has_one, 27, false, frontend::Framework::Catch2).text, "#include <forall/catch2.h>\n");
}

TEST(WithLineEnds, FollowsTheFile) {
  EXPECT_EQ(with_line_ends("a\nb\r\n", "x\r\n"), "a\r\nb\r\n");
  EXPECT_EQ(with_line_ends("a\n", "x\n"), "a\n");
}

}  // namespace
}  // namespace forall::generalize
