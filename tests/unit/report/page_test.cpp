#include "report/page.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/graph.h"
#include "report/tree.h"

namespace forall::report {
namespace {

using nlohmann::json;
using testcase::Case;
using testcase::Result;
using testcase::ScalarKind;
using testcase::Type;

testcase::Step step(std::uint64_t site, std::string condition) { return {site, "/p/a.h", 3, std::move(condition)}; }

// if (x > 0) two ways, then y.
Result two_paths() {
  Result result;
  result.put.suite = "Suite";
  result.put.name = "Name";
  result.put.file = "/p/a_test.cpp";
  result.put.line = 9;
  result.verdict = testcase::VerdictKind::Proved;
  result.paths = 2;
  for (const char* condition : {"x > 0", "x <= 0"}) {
    Case c;
    c.outcome.kind = testcase::OutcomeKind::Passed;
    c.steps = {step(1, condition), {2, "/usr/include/forall/internal/domain.h", 1, "y > 0"}};
    c.covered = {{7, condition[2] == '>' ? 1U : 0U}, {99, 0}};
    result.cases.push_back(std::move(c));
  }
  result.branches = {{{7, 0}, "/p/a.h", 3, "f", true}, {{7, 1}, "/p/a.h", 3, "f", true}};
  return result;
}

json data_of(const Result& result) {
  base::MemoryFiles files;
  files.contents["/p/a.h"] = "one\ntwo\nif (x > 0)\n";
  return json::parse(page_json({.puts = {{&result, "", {{1, "TEST(A, B) {}"}}}}, .version = "1"}, files));
}

TEST(PageJson, HasTheTreeWithItsPlaces) {
  const json data = data_of(two_paths());
  EXPECT_EQ(data["version"], kPageVersion);
  const json& put = data["puts"][0];
  EXPECT_EQ(put["tree"]["parent"], json({0, 0, 1, 0, 3}));
  EXPECT_EQ(put["cases"][1]["node"], 4);
  EXPECT_EQ(put["texts"][put["tree"]["text"][3].get<int>()], "x <= 0");
  const auto place = [&](int node) { return put["places"][put["tree"]["place"][node].get<int>()]; };
  EXPECT_EQ(data["files"][place(1)[0].get<int>()]["text"], "one\ntwo\nif (x > 0)\n");
  EXPECT_EQ(place(2), put["place"]) << "a domain decides where the PUT is registered";
  EXPECT_EQ(put["cases"][0]["covered"], json({1})) << "directions outside of the user's code are left out";
  EXPECT_FALSE(put["cases"][0].contains("test"));
  EXPECT_EQ(put["cases"][1]["test"], "TEST(A, B) {}");
}

TEST(PageJson, IsCompleteOnlyIfEveryPathHasACase) {
  const auto is_complete = [](const Result& result) { return data_of(result)["puts"][0]["complete"].get<bool>(); };
  EXPECT_TRUE(is_complete(two_paths()));
  Result fewer = two_paths(), approximated = two_paths(), assuming = two_paths(), interrupted = two_paths();
  fewer.paths = 3;
  approximated.ledger.push_back({});
  assuming.axioms.push_back({});
  interrupted.interrupted = true;
  EXPECT_FALSE(is_complete(fewer));
  EXPECT_FALSE(is_complete(approximated));
  EXPECT_FALSE(is_complete(assuming));
  EXPECT_FALSE(is_complete(interrupted));
}

TEST(HtmlPage, HoldsNoTextOfTheProgramAsItIs) {
  Result result = two_paths();
  result.put.name = "</script><script>alert(1)</script>";
  base::MemoryFiles files;
  const std::string text = page_json({.puts = {{&result, ""}}}, files);
  EXPECT_NE(text.find("alert(1)"), std::string::npos);
  const std::string page = html_page(text);
  EXPECT_EQ(page.find("alert(1)"), std::string::npos);
  EXPECT_EQ(page.find("@FORALL_"), std::string::npos);
  EXPECT_NE(page.find("connect-src 'none'"), std::string::npos);
}

TEST(Graph, ShowsAliasesCyclesAndNull) {
  Type number;
  number.spelling = "int";
  number.width = 32;
  Type pointer;
  pointer.kind = Type::Kind::Pointer;
  pointer.spelling = "Node*";
  pointer.pointee = "Node";
  Type node;
  node.kind = Type::Kind::Aggregate;
  node.spelling = "Node";
  node.members = {{"value", number}, {"next", pointer}};
  testcase::Put put;
  put.parameters = {{"p", pointer}, {"q", pointer}, {"r", pointer}};
  put.classes["Node"] = node;
  Case c;
  const auto pointing = [&](const char* name, const char* target) {
    c.inputs.push_back({name, "Node*", ScalarKind::Pointer, 64, false, {target[0] != 0 ? 1U : 0U, 0}, target, false});
  };
  pointing("p", "*p");
  pointing("q", "*p");
  pointing("r", "");
  c.inputs.push_back({"p->value", "int", ScalarKind::Int, 32, false, {3, 0}, "", false});
  pointing("p->next", "*p");
  c.objects = {{"*p", "Node", 0}};
  EXPECT_EQ(json(graph_json(put, c)), json::parse(R"([{"name":"p","type":"Node*","rows":[["",null,"*p"]]},
                            {"name":"q","type":"Node*","rows":[["",null,"*p"]]},
                            {"name":"r","type":"Node*","rows":[["",null,null]]},
                            {"name":"*p","type":"Node","object":true,"built":true,
                             "rows":[["value","3"],["next",null,"*p"]]}])"));
}

// while (n > i) ++i: the loop goes on twice more, or ends.
Result loop(int times) {
  Result result;
  std::vector<testcase::Step> on;
  for (int i = 0; i < times; ++i) {
    Case c;
    c.outcome.kind = testcase::OutcomeKind::Passed;
    c.steps = on;
    c.steps.push_back(step(1, "n <= " + std::to_string(i)));
    result.cases.push_back(c);
    on.push_back(step(1, "n > " + std::to_string(i)));
  }
  return result;
}

TEST(FoldLoops, MakesOneNodeOfALoop) {
  const Result result = loop(5);
  auto nodes = build_tree(result);
  fold_loops(nodes);
  ASSERT_EQ(nodes[0].children.size(), 2U);  // n <= 0, and the loop
  const TreeNode& folded = nodes[nodes[0].children[1]];
  EXPECT_EQ(folded.step->condition, "n > 0");
  EXPECT_EQ(folded.repeats, 5U);
  EXPECT_EQ(folded.last->condition, "n <= 4");
  EXPECT_EQ(folded.children.size(), 3U);
  EXPECT_EQ(folded.cases.size(), 1U);
  EXPECT_EQ(folded.passed, 4U);
}

TEST(FoldLoops, LeavesTwoDecisionsAsTheyAre) {
  const Result result = loop(2);
  auto nodes = build_tree(result);
  const std::size_t before = nodes[nodes[0].children[1]].children.size();
  fold_loops(nodes);
  for (const auto& node : nodes) EXPECT_EQ(node.repeats, 1U);
  EXPECT_EQ(nodes[nodes[0].children[1]].children.size(), before);
}

TEST(TreeDot, QuotesEveryText) {
  Result result = two_paths();
  result.cases[0].steps[0].condition = "s == \"a\\\" -> b\n";
  const std::string dot = tree_dot(result);
  EXPECT_NE(dot.find(R"(s == \"a\\\" -> b)"), std::string::npos) << dot;
  EXPECT_EQ(dot.rfind("}\n"), dot.size() - 2);
}

}  // namespace
}  // namespace forall::report
