#include "report/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include <nlohmann/json.hpp>

#include "report/text.h"

namespace forall::report {
namespace {

using nlohmann::json;
using testcase::Case;
using testcase::Fault;
using testcase::OutcomeKind;
using testcase::Result;
using testcase::VerdictKind;
using ::testing::HasSubstr;
using ::testing::Not;

testcase::InputValue input(const char* name, std::int64_t value) {
  testcase::InputValue result;
  result.name = name;
  result.type = "int";
  result.width = 32;
  result.value.lo = static_cast<std::uint64_t>(value) & 0xffffffffU;
  return result;
}

testcase::Type number() {
  testcase::Type type;
  type.spelling = "int";
  type.width = 32;
  return type;
}

Case path(std::int64_t a, std::vector<std::string> conditions) {
  Case c;
  c.put = "TriangleTest.Perimeter";
  c.inputs = {input("a", a), input("b", 1)};
  c.outcome.kind = OutcomeKind::Passed;
  unsigned line = 10;
  for (auto& condition : conditions) {
    c.path_condition += (c.path_condition.empty() ? "" : " && ") + condition;
    c.steps.push_back({line, "triangle.h", line, std::move(condition)});
    ++line;
  }
  return c;
}

Case overflowing(Case c) {
  c.name = "overflows_at_line_12_when_a_gt_9";
  c.outcome.kind = OutcomeKind::Crashed;
  c.outcome.fault = Fault::SignedOverflow;
  c.outcome.file = "triangle.h";
  c.outcome.line = 12;
  c.native = Case::Native::Confirmed;
  return c;
}

Result perimeter() {
  Result result;
  result.put.suite = "TriangleTest";
  result.put.name = "Perimeter";
  result.put.file = "triangle_test.cpp";
  result.put.line = 7;
  result.put.parameters = {{"a", number()}, {"b", number()}};
  result.verdict = VerdictKind::Refuted;
  result.cases = {path(1, {"a > 0", "b > 0", "a <= 9"}), overflowing(path(2147483647, {"a > 0", "b > 0", "a > 9"})),
                  path(0, {"a <= 0"})};
  result.paths = 3;
  result.failed = 1;
  result.branches_covered = 5;
  result.branches_total = 6;
  result.seconds = 0.0234;
  result.solver_seconds = 0.004;
  result.queries = 4;
  return result;
}

constexpr Style kPlain{false, 70};

TEST(PutText, ShowsTheFailingCaseOfARefutedPut) {
  EXPECT_EQ(put_text(perimeter(), kPlain),
            "✗ TriangleTest.Perimeter                                       refuted\n"
            "  3 paths, 1 failing · 5 of 6 branches · 23 ms (4 ms in 4 queries)\n"
            "  ╭ signed overflow at triangle.h:12\n"
            "  │ a = 2147483647, b = 1\n"
            "  ╰ overflows_at_line_12_when_a_gt_9\n");
}

TEST(PutText, ShowsTheSimplestCaseOfEachFailure) {
  Result result = perimeter();
  Case other = overflowing(path(7, {"a > 0", "b > 0", "a == 7"}));
  other.name = "overflows_when_a_eq_7";
  Case elsewhere = overflowing(path(1, {"a > 0"}));
  elsewhere.name = "overflows_at_line_30";
  elsewhere.outcome.line = 30;
  result.cases.insert(result.cases.end(), {other, other, elsewhere});
  result.failed = 4;
  EXPECT_EQ(put_text(result, kPlain),
            "✗ TriangleTest.Perimeter                                       refuted\n"
            "  3 paths, 4 failing · 5 of 6 branches · 23 ms (4 ms in 4 queries)\n"
            "  ╭ signed overflow at triangle.h:12\n"
            "  │ a = 7, b = 1\n"
            "  ╰ overflows_when_a_eq_7\n"
            "    … and 2 more at triangle.h:12\n"
            "  ╭ signed overflow at triangle.h:30\n"
            "  │ a = 1, b = 1\n"
            "  ╰ overflows_at_line_30\n");
}

TEST(PutText, SaysWhereCodeIsCalledIfNothingElseTellsFailuresApart) {
  Result result = perimeter();
  Case second = overflowing(path(8, {"a > 0"}));
  second.outcome.call_line = 41;
  result.cases.push_back(second);
  EXPECT_THAT(put_text(result, kPlain),
              HasSubstr("signed overflow at triangle.h:12, called from triangle_test.cpp:41"));
  result.cases.erase(result.cases.begin() + 1);
  EXPECT_THAT(put_text(result, kPlain), Not(HasSubstr("called from")));
}

TEST(PutText, ProvedPutsTakeTwoLines) {
  Result result = perimeter();
  result.verdict = VerdictKind::Proved;
  result.cases.clear();
  result.failed = 0;
  result.paths = 1;
  result.queries = 0;
  EXPECT_EQ(put_text(result, kPlain),
            "✓ TriangleTest.Perimeter                                        proved\n"
            "  1 path · 5 of 6 branches · 23 ms\n");
}

TEST(PutText, SaysWhyAPutIsOpenAndWhatToDo) {
  Result result = perimeter();
  result.verdict = VerdictKind::Open;
  result.cases.clear();
  result.failed = 0;
  result.interrupted = true;
  result.ledger = {{testcase::LedgerKind::ConcretizedCall, "strtol got a value that depends on the inputs", "parse.cpp",
                    31, 3, "compile the code that defines strtol with forall c++, or assume its argument"},
                   {testcase::LedgerKind::TimeBound, "the time was over", "", 0, 1, ""}};
  result.undecided = {{"a * b == 7", "mul.h", 4, "timeout"}};
  EXPECT_EQ(put_text(result, kPlain),
            "? TriangleTest.Perimeter                                          open\n"
            "  3 paths · 5 of 6 branches · 23 ms (4 ms in 4 queries) · interrupted\n"
            "  • parse.cpp:31: strtol got a value that depends on the inputs\n"
            "    [concretized-call, 3 times]\n"
            "    → compile the code that defines strtol with forall c++, or assume\n"
            "      its argument\n"
            "  • the time was over [time-bound]\n"
            "  … all 2 lines and 1 undecided path: forall show TriangleTest.Perimeter\n");
  EXPECT_THAT(ledger_text(result, kPlain), HasSubstr("  • mul.h:4: undecided (timeout): a * b == 7\n"));
}

TEST(PutText, HasOneLineForEachReason) {
  Result result = perimeter();
  result.verdict = VerdictKind::Open;
  result.cases.clear();
  result.failed = 0;
  for (const unsigned line : {31u, 40u, 52u})
    result.ledger.push_back(
        {testcase::LedgerKind::ConcretizedCall, "strtol is called", "parse.cpp", line, 2, "do not"});
  EXPECT_EQ(open_text(result, kPlain),
            "  • parse.cpp:31: strtol is called [concretized-call, 6 times], also\n"
            "    at 2 other places\n"
            "    → do not\n"
            "  … all 3 lines: forall show TriangleTest.Perimeter\n");
  const std::string all = ledger_text(result, kPlain);
  EXPECT_THAT(all, HasSubstr("parse.cpp:52"));
  EXPECT_EQ(all.find("forall show"), std::string::npos);
}

TEST(LineText, HasOneLineAndThenTheFailures) {
  Result result = perimeter();
  EXPECT_EQ(line_text(result, kPlain),
            "✗ TriangleTest.Perimeter          3 paths, 1 failing · 23 ms · refuted\n"
            "  ╭ signed overflow at triangle.h:12\n"
            "  │ a = 2147483647, b = 1\n"
            "  ╰ overflows_at_line_12_when_a_gt_9\n");
  result.verdict = VerdictKind::Proved;
  result.cases.clear();
  result.failed = 0;
  EXPECT_EQ(line_text(result, kPlain), "✓ TriangleTest.Perimeter                      3 paths · 23 ms · proved\n");
}

TEST(PutText, ColoursOnlyOnRequest) {
  EXPECT_EQ(put_text(perimeter(), kPlain).find('\x1b'), std::string::npos);
  EXPECT_NE(put_text(perimeter(), {true, 70}).find("\x1b[31m✗\x1b[0m"), std::string::npos);
}

TEST(PutText, KeepsControlCharactersOfTheTestOffTheTerminal) {
  Result result = perimeter();
  result.cases[1].outcome.message = "Expected\n  \x1b[2Jgone";
  const std::string text = put_text(result, kPlain);
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_NE(text.find("│ Expected\n  │   [2Jgone\n"), std::string::npos) << text;
}

TEST(PutText, KeepsTheLinesOfAMessageAndSaysWhenThereAreMore) {
  Result result = perimeter();
  result.cases[1].outcome.message = "Expected equality of these values:\n  a\n    Which is: 3\n  4";
  EXPECT_NE(put_text(result, kPlain)
                .find("  │ Expected equality of these values:\n  │   a\n  │     Which is: 3\n  │   4\n  ╰"),
            std::string::npos);
  result.cases[1].outcome.message = "1\n2\n3\n4\n5\n6\n7\n8\n9";
  EXPECT_NE(put_text(result, kPlain).find("  │ 8\n  │ …\n  ╰"), std::string::npos);
}

TEST(PutText, DoesNotNameAFaultTwice) {
  Result result = perimeter();
  const std::string once = put_text(result, kPlain);
  result.cases[1].outcome.message = "signed overflow";
  EXPECT_EQ(put_text(result, kPlain), once);
}

TEST(PutText, NamesFilesAsSeenFromTheCurrentDirectory) {
  Result result = perimeter();
  const auto here = std::filesystem::current_path();
  result.cases[1].outcome.file = (here / "src" / "triangle.h").string();
  EXPECT_NE(put_text(result, kPlain).find("signed overflow at src/triangle.h:12\n"), std::string::npos);
  result.cases[1].outcome.file = "/x/t.h";  // shorter than the way to it
  EXPECT_NE(put_text(result, kPlain).find("signed overflow at /x/t.h:12\n"), std::string::npos);
  result.cases[1].outcome.file = "/x/lib/../t.h";
  EXPECT_NE(put_text(result, kPlain).find("signed overflow at /x/t.h:12\n"), std::string::npos);
}

TEST(PutText, SaysThatAVerdictIsUnchangedAndNotHowLongItTook) {
  Result kept = perimeter();
  kept.is_kept = true;
  kept.queries = 0;
  const std::string text = put_text(kept, kPlain);
  EXPECT_THAT(text, testing::HasSubstr(" · unchanged\n"));
  EXPECT_THAT(text, testing::Not(testing::HasSubstr(" ms")));
  EXPECT_THAT(summary_text({kept}, kPlain), testing::HasSubstr("(1 unchanged)"));
}

TEST(PutText, StaleCasesAreALineAndAShortExample) {
  Result result = perimeter();
  const std::string before = put_text(result, kPlain);
  EXPECT_THAT(before, testing::Not(testing::HasSubstr("earlier case")));
  result.stale.push_back({"long", {}, {}, "list.h:30: now " + std::string(120, 'a')});
  result.stale.push_back({"size_0", {}, {}, "list.h:31: now size == 0, before size != 0"});
  for (int i = 0; i < 8; ++i) result.stale.push_back({"more", {}, {}, "is discarded now"});
  EXPECT_EQ(put_text(result, kPlain), before + "  ↻ 10 earlier cases take another path now (forall show " +
                                          result.put.full_name() +
                                          ")\n"
                                          "    size_0: list.h:31: now size == 0, before size != 0\n");
  const std::string all = stale_text(result, kPlain);
  EXPECT_THAT(all, testing::HasSubstr("list.h:30: now"));
  EXPECT_THAT(all, testing::HasSubstr("more: is discarded now"));
  result.stale.resize(1);
  EXPECT_THAT(put_text(result, kPlain), testing::HasSubstr("↻ 1 earlier case takes another path now (forall show "));
}

Result proved_with_axioms() {
  using Standing = testcase::UsedAxiom::Standing;
  Result result = perimeter();
  result.verdict = VerdictKind::Proved;
  result.cases.clear();
  result.failed = 0;
  result.queries = 0;
  result.axioms = {{"TableTest.SetThenGet", Standing::Proved, ""},
                   {"TableTest.Wrong", Standing::Refused, "k = 0: assertion failed at t.cpp:3"},
                   {"TableTest.AddThenHas", Standing::Proved, ""},
                   {"TableTest.GetIsPure", Standing::Assumed, "no code"},
                   {"TableTest.Old", Standing::Stale, "the code has changed since"}};
  return result;
}

TEST(PutText, SaysWhatAProofAssumes) {
  EXPECT_EQ(put_text(proved_with_axioms(), kPlain),
            "✓ TriangleTest.Perimeter                     proved, assuming 4 axioms\n"
            "  3 paths · 5 of 6 branches · 23 ms\n"
            "  assuming TableTest.SetThenGet, TableTest.AddThenHas (2 proved)\n"
            "  ✗ not used: TableTest.Wrong (refused: k = 0: assertion failed at\n"
            "    t.cpp:3)\n"
            "  assuming TableTest.GetIsPure (assumed: no code)\n"
            "  assuming TableTest.Old (stale: the code has changed since)\n");
  EXPECT_THAT(summary_text({proved_with_axioms(), perimeter()}, kPlain),
              testing::HasSubstr("1 proved (1 assuming axioms), 1 refuted, 0 open\n"));
}

TEST(PutText, ARefutationAssumesNothing) {
  Result result = perimeter();
  result.axioms = proved_with_axioms().axioms;
  EXPECT_THAT(put_text(result, kPlain), testing::HasSubstr(" refuted\n"));
  EXPECT_THAT(summary_text({result}, kPlain), testing::Not(testing::HasSubstr("axiom")));
}

TEST(PutText, SketchesWhatNoAxiomSaysAndShowsNotes) {
  Result result = proved_with_axioms();
  result.axioms.clear();
  result.missing = {{"Table::get after Table::remove", "void RemoveThenGet(int k) {\n  ...\n}\n"}};
  result.notes = {{testcase::NoteKind::CasesWithoutRun, "2 cases that no real run showed"}};
  EXPECT_THAT(put_text(result, kPlain),
              testing::EndsWith("  ○ no axiom says: Table::get after Table::remove. A sketch:\n"
                                "      void RemoveThenGet(int k) {\n"
                                "        ...\n"
                                "      }\n"
                                "  2 cases that no real run showed\n"));
}

TEST(ResultsJson, ListsAxiomsWithTheirStanding) {
  Result result = proved_with_axioms();
  result.missing = {{"Table::get after Table::remove", "void f();"}};
  result.notes = {{testcase::NoteKind::NoCode, "there is no code to run"}};
  const json put = json::parse(results_json({result}, {}))["puts"][0];
  ASSERT_EQ(put["axioms"].size(), 5U);
  EXPECT_EQ(put["axioms"][3], (json{{"put", "TableTest.GetIsPure"}, {"standing", "assumed"}, {"why", "no code"}}));
  EXPECT_EQ(put["missing"][0]["sketch"], "void f();");
  EXPECT_EQ(put["notes"][0]["kind"], "no-code");
  EXPECT_EQ(json::parse(axioms_json(result))["axioms"], put["axioms"]);
}

TEST(ResultsJson, SaysWhatWasKeptAndWhatIsStale) {
  Result result = perimeter();
  result.is_kept = true;
  result.paths = 7;
  result.stale.push_back({"size_0", {}, {}, "is discarded now"});
  const json put = json::parse(results_json({result}, {}))["puts"][0];
  EXPECT_EQ(put["kept"], true);
  EXPECT_EQ(put["cases"], 7);
  EXPECT_EQ(put["stale"][0]["reason"], "is discarded now");
}

TEST(SummaryText, IsATable) {
  Result open = perimeter();
  open.put.name = "Größe";
  open.verdict = VerdictKind::Open;
  EXPECT_EQ(summary_text({perimeter(), open}, {false, 100}),
            "╭────────────────────────┬───────────┬───────┬─────────┬──────────┬───────╮\n"
            "│ PUT                    │ verdict   │ paths │ failing │ branches │  time │\n"
            "├────────────────────────┼───────────┼───────┼─────────┼──────────┼───────┤\n"
            "│ TriangleTest.Perimeter │ ✗ refuted │     3 │       1 │      5/6 │ 23 ms │\n"
            "│ TriangleTest.Größe     │ ? open    │     3 │       1 │      5/6 │ 23 ms │\n"
            "├────────────────────────┼───────────┼───────┼─────────┼──────────┼───────┤\n"
            "│ 2 PUTs                 │           │     6 │       2 │    10/12 │ 47 ms │\n"
            "╰────────────────────────┴───────────┴───────┴─────────┴──────────┴───────╯\n"
            "0 proved, 1 refuted, 1 open\n");
}

TEST(SummaryText, CodeWithoutBranchesHasNone) {
  Result result = perimeter();
  result.branches_covered = result.branches_total = 0;
  EXPECT_NE(summary_text({result}, kPlain).find("│        – │"), std::string::npos);
}

TEST(SummaryText, ShortensNamesToFitTheTerminal) {
  Result result = perimeter();
  result.put.name = std::string(200, 'x');
  const std::string text = summary_text({result}, {false, 80});
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    EXPECT_LE(display_width(text.substr(at, end - at)), 80U);
    at = end + 1;
  }
}

TEST(TreeText, DrawsSharedPrefixesOnce) {
  EXPECT_EQ(tree_text(perimeter(), {false, 60}),
            "TriangleTest.Perimeter\n"
            "├─ a > 0                                       triangle.h:10\n"
            "│  b > 0                                       triangle.h:11\n"
            "│  ├─ a <= 9                                   triangle.h:12\n"
            "│  │  ╰─ ✓ passed  a = 1, b = 1\n"
            "│  ╰─ a > 9                                    triangle.h:12\n"
            "│     ╰─ ✗ signed overflow at triangle.h:12  a = 2147483647…\n"
            "╰─ a <= 0                                      triangle.h:10\n"
            "   ╰─ ✓ passed  a = 0, b = 1\n");
}

TEST(TreeText, PlacesDomainsAtTheRegistration) {
  Result result = perimeter();
  result.put.file = "triangle_test.cpp";
  result.put.line = 5;
  result.cases = {path(3, {"a <= 9"})};
  result.cases[0].steps[0].file = "/usr/include/forall/internal/instrumented.h";
  EXPECT_NE(tree_text(result, kPlain).find("  triangle_test.cpp:5\n"), std::string::npos);
}

TEST(TreeText, DrawsAPathWithoutDecisions) {
  Result result = perimeter();
  result.cases = {path(3, {})};
  EXPECT_EQ(tree_text(result, kPlain), "TriangleTest.Perimeter\n╰─ ✓ passed  a = 3, b = 1\n");
}

TEST(TreeText, ElidesLargeTreesButShowsWhatFails) {
  Result result = perimeter();
  result.cases.clear();
  for (int n = 0; n < 4096; ++n) {
    std::vector<std::string> conditions;
    for (int bit = 11; bit >= 0; --bit) {
      conditions.push_back("a[" + std::to_string(bit) + "] == " + std::to_string((n >> bit) & 1));
    }
    result.cases.push_back(path(n, conditions));
  }
  result.cases[3000] = overflowing(result.cases[3000]);
  const std::string text = tree_text(result, {false, 100});
  EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 450);
  EXPECT_NE(text.find("✗ signed overflow at triangle.h:12"), std::string::npos);
  EXPECT_NE(text.find("paths: "), std::string::npos);
  // Every path is drawn or counted.
  std::size_t drawn = 0;
  for (std::size_t at = text.find("─ ✓"); at != std::string::npos; at = text.find("─ ✓", at + 1)) ++drawn;
  std::size_t counted_paths = 0;
  for (std::size_t at = text.find("… "); at != std::string::npos; at = text.find("… ", at + 1)) {
    counted_paths += std::stoul(text.substr(at + std::string("… ").size()));
  }
  EXPECT_EQ(drawn + counted_paths + 1, 4096U);
}

TEST(TreeText, SurvivesVeryDeepPaths) {
  Result result = perimeter();
  std::vector<std::string> conditions;
  for (int i = 0; i < 20000; ++i) conditions.push_back("i < n");
  result.cases = {path(1, conditions)};
  conditions.back() = "i >= n";
  result.cases.push_back(path(2, conditions));
  const std::string text = tree_text(result, kPlain);
  EXPECT_NE(text.find("more decisions"), std::string::npos);
  EXPECT_LT(text.size(), 5000U);
  EXPECT_EQ(json::parse(tree_json(result))["nodes"].size(), 20002U);
}

TEST(CaseText, SaysEverythingAboutACase) {
  Case c = overflowing(path(-5, {"a > 9"}));
  c.id = 12;
  c.observations.push_back({"sum", "int", testcase::ScalarKind::Int, 32, {7, 0}, "a + b"});
  EXPECT_EQ(case_text(c, kPlain),
            "✗ TriangleTest.Perimeter  overflows_at_line_12_when_a_gt_9  #12\n"
            "  input     int a = -5\n"
            "  input     int b = 1\n"
            "  outcome   signed overflow at triangle.h:12\n"
            "  observed  sum = 7 = a + b\n"
            "  when      a > 9\n"
            "  native    confirmed by a native run\n");
}

TEST(ResultsJson, HasTheAgreedFieldsOnOneLine) {
  Result result = perimeter();
  result.ledger = {{testcase::LedgerKind::TimeBound, "the time was over", "t.cpp", 3, 1, "more time"}};
  const std::string text = results_json({result}, {1.5, 0.5, 0.25, 2.5});
  EXPECT_EQ(text.find('\n'), std::string::npos);
  const json all = json::parse(text);
  EXPECT_EQ(all["compile_seconds"], 1.5);
  EXPECT_EQ(all["explore_seconds"], 0.5);
  EXPECT_EQ(all["confirm_seconds"], 0.25);
  EXPECT_EQ(all["wall_seconds"], 2.5);
  const json& put = all["puts"].at(0);
  EXPECT_EQ(put["name"], "TriangleTest.Perimeter");
  EXPECT_EQ(put["verdict"], "refuted");
  EXPECT_EQ(put["paths"], 3);
  EXPECT_EQ(put["cases"], 3);
  EXPECT_EQ(put["failed"], 1);
  EXPECT_EQ(put["ledger"][0]["line"], 3);
  EXPECT_EQ(put["branches_covered"], 5);
  EXPECT_EQ(put["branches_total"], 6);
  EXPECT_EQ(put["queries"], 4);
  for (const char* field : {"discarded", "infeasible", "seconds", "solver_seconds", "cut", "runs", "undecided"}) {
    EXPECT_TRUE(put.contains(field)) << field;
  }
  ASSERT_EQ(put["failing"].size(), 1U);
  ASSERT_EQ(put["failures"].size(), 1U);
  EXPECT_EQ(put["failures"][0]["cases"], 1);
  EXPECT_EQ(put["failures"][0]["outcome"]["line"], 12);
  EXPECT_EQ(put["failing"][0]["inputs"][0]["value"], 2147483647);
}

TEST(CaseJson, WritesEveryValueExactly) {
  Case c = path(-1, {"a < 0"});
  testcase::InputValue wide;
  wide.name = "w";
  wide.kind = testcase::ScalarKind::Int128;
  wide.width = 128;
  wide.value = {0, 0x8000000000000000ULL};
  testcase::InputValue large;
  large.name = "u";
  large.kind = testcase::ScalarKind::ULong;
  large.width = 64;
  large.value = {~0ULL, 0};
  testcase::InputValue truth;
  truth.name = "t";
  truth.kind = testcase::ScalarKind::Bool;
  truth.width = 8;
  truth.value = {1, 0};
  c.inputs.insert(c.inputs.end(), {wide, large, truth});
  const json parsed = json::parse(case_json(c));
  EXPECT_EQ(parsed["inputs"][0]["value"], -1);
  EXPECT_EQ(parsed["inputs"][2]["value"], "-170141183460469231731687303715884105728");
  EXPECT_EQ(parsed["inputs"][3]["value"].get<std::uint64_t>(), ~0ULL);
  EXPECT_EQ(parsed["inputs"][4]["value"], true);
  EXPECT_EQ(parsed["steps"][0]["condition"], "a < 0");
}

TEST(CaseJson, HasTheNumberOfAStoredCaseOnly) {
  Case c = path(1, {});
  EXPECT_FALSE(json::parse(case_json(c)).contains("id"));
  c.id = 12;
  EXPECT_EQ(json::parse(case_json(c))["id"], 12);
}

TEST(CaseJson, MendsTextThatIsNotUtf8) {
  Case c = path(1, {});
  c.outcome.message = "caf\xe9";
  EXPECT_TRUE(json::accept(case_json(c)));
}

TEST(TreeJson, ListsNodesWithTheirParents) {
  const json tree = json::parse(tree_json(perimeter()));
  EXPECT_EQ(tree["put"], "TriangleTest.Perimeter");
  ASSERT_EQ(tree["nodes"].size(), 6U);
  EXPECT_EQ(tree["nodes"][1]["condition"], "a > 0");
  EXPECT_EQ(tree["nodes"][2]["parent"], 1);
  EXPECT_EQ(tree["nodes"][4]["cases"][0]["outcome"]["fault"], "signed overflow");
}

TEST(DisplayWidth, CountsColumnsNotBytes) {
  EXPECT_EQ(display_width("Größe"), 5U);
  EXPECT_EQ(display_width("日本"), 4U);
  EXPECT_EQ(fit("Größenordnung", 6), "Größe…");
}

}  // namespace
}  // namespace forall::report
