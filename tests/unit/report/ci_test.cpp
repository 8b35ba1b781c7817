#include "report/ci.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/ci_text.h"
#include "report/coverage.h"

namespace forall::report {
namespace {

using nlohmann::json;
using testcase::OutcomeKind;
using testcase::Result;
using testcase::VerdictKind;

constexpr const char* kRoot = "/home/me/project";
// What a program may leave in a message: markup of all formats, control characters, bytes that are no text.
const std::string kHostile = "<b a='1'>&amp;\"]]> %0A::error::, | `x`\n\x01\x1b\xff\xed\xa0\x80\xef\xbf\xbf end";

testcase::Case failing_case(const std::string& message, unsigned line) {
  testcase::Case c;
  c.put = "Suite.Refuted";
  c.name = "fails";
  c.inputs = {{"x", "int", testcase::ScalarKind::Int, 32, false, {7, 0}, "", false}};
  c.outcome.kind = OutcomeKind::Failed;
  c.outcome.message = message;
  c.outcome.file = "/home/me/project/src/a b.h";
  c.outcome.line = line;
  c.outcome.function = "f(int, int)";
  c.steps = {{1, "/home/me/project/src/a b.h", 3, "x > 0"}, {2, "/elsewhere/c.h", 4, ""}};
  c.covered = {{10, 1}, {11, 0}};
  return c;
}

Result put(const char* name, VerdictKind verdict) {
  Result result;
  result.put.suite = "Suite";
  result.put.name = name;
  result.put.file = "/home/me/project/test.cpp";
  result.put.line = 12;
  result.put.parameters = {{"x", {}}};
  result.put.parameters.front().type.spelling = "int";
  result.put.parameters.front().type.width = 32;
  result.verdict = verdict;
  return result;
}

Results all() {
  Result refuted = put("Refuted", VerdictKind::Refuted);
  refuted.cases = {failing_case(kHostile, 5), failing_case("", 5), failing_case("", 9)};
  refuted.failed = refuted.paths = 3;
  refuted.branches = {{{10, 0}, "/home/me/project/src/a b.h", 3, "f(int, int)", false},
                      {{10, 1}, "/home/me/project/src/a b.h", 3, "f(int, int)", true},
                      {{11, 0}, "/home/me/project/src/a b.h", 4, "f(int, int)", true},
                      {{11, 1}, "/home/me/project/src/a b.h", 4, "f(int, int)", false},
                      {{12, 0}, "/home/me/project/src/a b.h", 5, "g()", false},
                      {{12, 1}, "/home/me/project/src/a b.h", 5, "g()", false}};
  refuted.branches_covered = 2;
  refuted.branches_total = 6;
  Result open = put("Open", VerdictKind::Open);
  open.ledger = {{testcase::LedgerKind::TimeBound, "stopped, " + kHostile, "", 0, 1, "raise --seconds"}};
  return {refuted, open, put("Proved", VerdictKind::Proved)};
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(PathBelow, IsRelativeOnlyInsideOfTheRoot) {
  EXPECT_EQ(path_below(kRoot, "/home/me/project/src/../a.h"), "a.h");
  EXPECT_EQ(path_below(kRoot, "src/a.h"), "src/a.h");
  EXPECT_EQ(path_below(kRoot, "/home/me/project2/a.h"), "/home/me/project2/a.h");
  EXPECT_EQ(path_below(kRoot, "../a.h"), "/home/me/a.h");
}

TEST(XmlText, HasOnlyWhatXmlCanHold) {
  EXPECT_EQ(xml_text("a<b>&\"\n\t"), "a&lt;b&gt;&amp;&quot;&#10;&#9;");
  EXPECT_EQ(xml_text("\x01|\xff|\xed\xa0\x80|\xef\xbf\xbf|\xf4\x90\x80\x80|\xc0\x80"),
            "\uFFFD|\uFFFD|\uFFFD\uFFFD\uFFFD|\uFFFD|\uFFFD\uFFFD\uFFFD\uFFFD|\uFFFD\uFFFD");
  EXPECT_EQ(xml_text("ä€😀"), "ä€😀");
}

TEST(Junit, CountsVerdictsAsFailuresAndSkips) {
  const std::string xml = junit_xml(all(), kRoot);
  EXPECT_NE(xml.find("<testsuites tests=\"3\" failures=\"1\" disabled=\"0\" errors=\"0\""), std::string::npos) << xml;
  EXPECT_NE(xml.find("tests=\"3\" failures=\"1\" disabled=\"0\" skipped=\"1\" errors=\"0\""), std::string::npos) << xml;
  EXPECT_EQ(count(xml, "<failure "), 2U) << "one for each cause";
  EXPECT_EQ(count(xml, "<skipped "), 1U);
  EXPECT_NE(xml.find("file=\"test.cpp\" line=\"12\""), std::string::npos);
  EXPECT_EQ(xml.find('\x01'), std::string::npos);
}

TEST(Sarif, HasAFlowOfTheFailingPathWithItsValues) {
  const json run = json::parse(sarif_json(all(), kRoot))["runs"][0];
  ASSERT_EQ(run["results"].size(), 3U);
  const json& first = run["results"][0];
  EXPECT_EQ(first["locations"][0]["physicalLocation"]["artifactLocation"],
            (json{{"uri", "src/a%20b.h"}, {"uriBaseId", "ROOT"}}));
  const json& steps = first["codeFlows"][0]["threadFlows"][0]["locations"];
  ASSERT_EQ(steps.size(), 4U);
  EXPECT_EQ(steps[1]["location"]["message"]["text"], "x > 0");
  EXPECT_EQ(steps[1]["state"]["x"]["text"], "7");
  EXPECT_EQ(steps[2]["location"]["physicalLocation"]["artifactLocation"]["uri"], "file:///elsewhere/c.h");
  EXPECT_EQ(steps[3]["importance"], "essential");
  EXPECT_EQ(run["results"][2]["level"], "note");
  EXPECT_EQ(run["tool"]["driver"]["rules"][run["results"][2]["ruleIndex"].get<std::size_t>()]["id"], "time-bound");
}

TEST(Sarif, FingerprintsDoNotDependOnLinesOrInputs) {
  const auto prints = [](const Results& results) {
    std::vector<std::string> all;
    const json run = json::parse(sarif_json(results, kRoot))["runs"][0];
    for (const auto& each : run["results"]) all.push_back(each["partialFingerprints"]["forall/v1"]);
    return all;
  };
  Results moved = all();
  for (auto& c : moved[0].cases) {
    c.outcome.line += 10;
    c.inputs[0].value.lo = 8;
  }
  const auto before = prints(all());
  EXPECT_EQ(before, prints(moved));
  EXPECT_NE(before[0], before[1]) << "two failures in one function";
  moved[0].cases[0].outcome.function = moved[0].cases[1].outcome.function = "other()";
  EXPECT_NE(before[0], prints(moved)[0]);
}

TEST(Coverage, CountsEachDirectionOfTheExploration) {
  const std::string text = lcov_text(all(), kRoot);
  EXPECT_NE(text.find("SF:src/a b.h\n"), std::string::npos);
  EXPECT_NE(text.find("BRDA:3,0,0,0\nBRDA:3,0,1,3\n"), std::string::npos) << text;
  EXPECT_NE(text.find("BRDA:5,0,0,-\nBRDA:5,0,1,-\nBRF:6\nBRH:2\n"), std::string::npos) << text;
  EXPECT_NE(text.find("FN:3,f(int; int)\n"), std::string::npos) << "a comma ends a field";
  const std::string xml = cobertura_xml(all(), kRoot);
  EXPECT_NE(xml.find("branches-covered=\"2\" branches-valid=\"6\""), std::string::npos) << xml;
  EXPECT_NE(xml.find("<line number=\"3\" hits=\"3\" branch=\"true\" condition-coverage=\"50% (1/2)\"/>"),
            std::string::npos);
}

TEST(Coverage, OfTwoPutsIsWhatOneOfThemCovers) {
  Results results = all();
  Result other = results[0];
  for (auto& branch : other.branches) branch.is_covered = !branch.is_covered;
  for (auto& c : other.cases) c.covered.clear();  // as of runs that were discarded
  results.push_back(other);
  const auto files = coverage_of(results, kRoot);
  std::uint64_t covered = 0;
  for (const auto& [number, line] : files.at("src/a b.h")) covered += line.covered();
  EXPECT_EQ(covered, 6U);
}

TEST(Markdown, ShowsTextsAsTheyAre) {
  const std::string text = markdown_text(all(), kRoot);
  EXPECT_NE(text.find("1 proved, 1 refuted, 1 open"), std::string::npos);
  EXPECT_EQ(text.find("<b"), std::string::npos) << text;
  EXPECT_EQ(text.find("`x`"), std::string::npos);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  for (std::size_t at = text.find("\n| "); at != std::string::npos; at = text.find("\n| ", at + 1)) {
    const std::string row = text.substr(at + 1, text.find('\n', at + 1) - at - 1);
    EXPECT_EQ(count(row, "|"), 7U) << row;
  }
}

TEST(GithubAnnotations, AreOneLineEach) {
  const std::string text = github_annotations(all(), kRoot);
  EXPECT_EQ(count(text, "\n"), 3U) << text;
  EXPECT_EQ(count(text, "\n::"), 2U);
  EXPECT_EQ(text.rfind("::error file=src/a b.h,line=5,title=Suite.Refuted::", 0), 0U) << text;
  EXPECT_NE(text.find("%250A"), std::string::npos) << "a percent sign is escaped";
}

TEST(Badge, IsRedIfSomethingIsRefuted) {
  EXPECT_EQ(
      json::parse(badge_json(all(), kRoot)),
      (json{{"schemaVersion", 1}, {"label", "forall"}, {"message", "1 proved, 1 refuted, 1 open"}, {"color", "red"}}));
  EXPECT_EQ(json::parse(badge_json({put("Proved", VerdictKind::Proved)}, kRoot))["color"], "brightgreen");
}

}  // namespace
}  // namespace forall::report
