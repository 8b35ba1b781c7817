"""forall report: the page and the formats that CI reads, of one exploration."""

import json
import re
import shutil
import subprocess
import unittest
import xml.etree.ElementTree as ElementTree

from support import ROOT, Workspace, marked_line, program

SOURCE = "tests/reported.cpp"
# The attributes that GoogleTest writes, without timestamps.
SUITE = {"name", "tests", "failures", "disabled", "skipped", "errors", "time"}
CASE = {"name", "file", "line", "status", "result", "time", "classname"}


class Report(Workspace):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        (cls.folder / "tests").mkdir()
        shutil.copy(program("reported"), cls.folder / SOURCE)
        cls.explored = cls.explore(SOURCE)
        cls.written = cls.forall("report", "--html", "page/", "--data", "data.json", "--junit", "junit.xml", "--sarif", "forall.sarif", "--lcov",
                                 "lcov.info", "--cobertura", "cobertura.xml", "--markdown", "forall.md", "--badge", "badge.json")

    def read(self, name):
        return (self.folder / name).read_text(encoding="utf-8")

    def data(self):
        return {put["name"]: put for put in json.loads(self.read("data.json"))["puts"]}

    def test_verdicts_are_those_of_the_exploration(self):
        self.assertEqual(self.written.code, 0, self.written)
        explored = self.explored.puts()
        self.assertEqual({name: put["verdict"] for name, put in explored.items()},
                         {"ReportedTest.SignIsSmall": "proved", "ReportedTest.Markup": "refuted", "ReportedTest.HasNoCycle": "refuted",
                          "ReportedTest.Halves": "open"})
        for name, put in self.data().items():
            for field in ("verdict", "paths", "failed", "branches_covered", "branches_total", "infeasible"):
                self.assertEqual(put[field], explored[name][field], (name, field))

    def test_the_data_has_the_documented_fields(self):
        page = (ROOT / "docs/report.md").read_text()
        for field in set(self.data()["ReportedTest.Markup"]) | {key for c in self.data()["ReportedTest.Markup"]["cases"] for key in c}:
            self.assertIn(f"`{field}`", page)

    def test_a_tree_is_complete_only_if_nothing_is_left(self):
        puts = self.data()
        self.assertTrue(puts["ReportedTest.SignIsSmall"]["complete"])
        self.assertFalse(puts["ReportedTest.Halves"]["complete"])
        untaken = [branch for branch in puts["ReportedTest.SignIsSmall"]["branches"] if not branch[4]]
        self.assertEqual(len(untaken), 1)
        self.assertEqual(untaken[0][3], 1, "x != 0xaaaaaaaa cannot be true there, although the compiler turns it round")

    def test_objects_are_a_graph(self):
        cases = self.data()["ReportedTest.HasNoCycle"]["cases"]
        failing = next(c for c in cases if "graph" in c and self.data()["ReportedTest.HasNoCycle"]["outcomes"][c["outcome"]]["failing"])
        rows = {row[2] for box in failing["graph"] for row in box["rows"] if len(row) > 2}
        self.assertIn("*list", rows)

    def test_the_page_is_one_file_without_text_of_the_program(self):
        page = self.read("page/index.html")
        self.assertNotIn("alert(1)", page)
        self.assertNotRegex(page, r"""(src|href)=["']?(https?:)?//""")
        self.assertRegex(page, r"default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; connect-src 'none'")

    def test_junit_is_googletests_dialect(self):
        root = ElementTree.parse(self.folder / "junit.xml").getroot()
        self.assertEqual((root.tag, set(root.attrib)), ("testsuites", SUITE - {"skipped"}))
        self.assertEqual([root.get("tests"), root.get("failures"), root[0].get("skipped")], ["4", "2", "1"])
        for suite in root:
            self.assertEqual((suite.tag, set(suite.attrib)), ("testsuite", SUITE))
            for case in suite:
                self.assertEqual((case.tag, set(case.attrib)), ("testcase", CASE))
                self.assertEqual(case.get("file"), SOURCE)
                for child in case:
                    self.assertIn(child.tag, ("failure", "skipped"))
        markup = root.find(".//testcase[@name='Markup']/failure")
        self.assertIn("</script><script>alert(1)</script> ]]> &", markup.text)

    def test_sarif_has_the_failing_path(self):
        run = json.loads(self.read("forall.sarif"))["runs"][0]
        thrown = next(result for result in run["results"] if "Markup" in result["message"]["text"])
        where = thrown["locations"][0]["physicalLocation"]
        self.assertEqual(where["artifactLocation"], {"uri": SOURCE, "uriBaseId": "ROOT"})
        self.assertEqual(where["region"]["startLine"], marked_line(program("reported"), "throw"))
        steps = thrown["codeFlows"][0]["threadFlows"][0]["locations"]
        self.assertGreater(len(steps), 2)
        self.assertEqual(set(steps[0]["state"]), {"a", "b"})
        again = json.loads(self.forall("report", "--sarif", "-").out)["runs"][0]
        self.assertEqual(again["results"], run["results"])

    @unittest.skipUnless(shutil.which("genhtml"), "genhtml (package lcov) is not installed")
    def test_genhtml_reads_lcov_and_finds_the_same_branches(self):
        made = subprocess.run(["genhtml", "--branch-coverage", "-o", "coverage", "lcov.info"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(made.returncode, 0, made.stderr)
        self.assertEqual(made.stderr, "")
        # All four tests are in one file, and enter different functions of it.
        put = self.explored.puts()
        covered, total = (sum(each[f"branches_{what}"] for each in put.values()) for what in ("covered", "total"))
        self.assertRegex(made.stdout, rf"branches\.*: [\d.]+% \({covered} of {total} branches\)")
        self.assertIn(f'branches-covered="{covered}" branches-valid="{total}"', self.read("cobertura.xml"))

    def test_short_forms(self):
        self.assertIn("1 proved, 2 refuted, 1 open", self.read("forall.md"))
        self.assertEqual(json.loads(self.read("badge.json"))["color"], "red")
        lines = self.forall("report", "--github").out.splitlines()
        self.assertEqual(len([line for line in lines if line.startswith(f"::error file={SOURCE},line=")]), 2, lines)
        self.assertTrue(all(line.startswith("::") for line in lines), lines)

    def test_tree_for_graphviz(self):
        run = self.forall("tree", "ReportedTest.Halves", "--dot")
        self.assertTrue(run.out.startswith("digraph "), run)
        if shutil.which("dot"):
            self.assertEqual(self.forall("tree", "ReportedTest.Halves", "--svg", "tree.svg").code, 0)
            self.assertIn("<svg", self.read("tree.svg"))
        self.assertRegex(self.forall("tree", "ReportedTest.Halves").out, r"\(\d times\)")

    def test_changes_since_earlier_results(self):
        earlier = self.explored.json()
        for put in earlier["puts"]:
            if put["name"] == "ReportedTest.Markup":
                put.update(verdict="proved", failing=[], failures=[], failed=0)
        (self.folder / "earlier.json").write_text(json.dumps(earlier))
        run = self.forall("report", "--data", "-", "--against", "earlier.json")
        self.assertEqual([put["put"] for put in run.json()["against"]["lost_proofs"]], ["ReportedTest.Markup"])
        self.assert_user_error(self.forall("report", "--data", "-", "--against", "data.json"), r"data\.json: error: not the output")

    def test_changes_since_the_exploration_before(self):
        source = self.folder / "half.cpp"
        text = """#include <forall/forall.h>
            int half(int x) { return x < 0 ? 0 : x / 2; }
            void IsNotNegative(int x) { EXPECT_GE(half(x), 0); }
            FORALL(HalfTest, IsNotNegative);
            void IsSmaller(int x) { ASSUME(x > 0); EXPECT_LT(half(x), x); }
            FORALL(HalfTest, IsSmaller);
            """
        explore = ("explore", "--quiet", "--emit", "none", "--db", "half.db", "half.cpp")
        report = ("report", "--db", "half.db", "--data", "-")
        source.write_text(text)
        self.forall(*explore)
        self.assertNotIn("against", self.forall(*report).json(), "there was none before")
        source.write_text(text.replace("? 0", "? -1"))
        self.forall(*explore)
        against = self.forall(*report).json()["against"]
        self.assertEqual([put["put"] for put in against["lost_proofs"]], ["HalfTest.IsNotNegative"])
        self.assertEqual([put["put"] for put in against["new_failures"]], ["HalfTest.IsNotNegative"])
        self.assertRegex(against["name"], r"the exploration before, of \d{4}-\d\d-\d\d ")
        self.forall(*explore)  # explores nothing anew, so what the last one changed is still the news
        self.assertEqual(self.forall(*report).json()["against"], against)
        (self.folder / "half.db.before.json").write_text("{")
        self.assert_user_error(self.forall(*report), "half.db.before.json: error: damaged")

    def test_results_of_other_commands(self):
        runs = {"class": ("CoinBox", "--in", ROOT / "examples/class/coin_box.h", "--no-tests"),
                "infer": ("Turnstile", "--in", ROOT / "examples/infer/turnstile.h"),
                "spec": (ROOT / "examples/spec/queue.spec",)}
        options = []
        for command, arguments in runs.items():
            (self.folder / f"{command}.json").write_text(self.forall(command, *arguments, "--json").out)
            options += ["--with", f"{command}.json"]
        data = self.forall("report", "--data", "-", *options).json()
        self.assertEqual(data["classes"][0]["name"], "CoinBox")
        self.assertEqual({pair["answer"] for pair in data["classes"][0]["pairs"]}, {"feasible", "infeasible"})
        self.assertEqual((data["laws"][0]["name"], data["laws"][0]["laws"][0]["verdict"]), ("Turnstile", "proved"))
        self.assertTrue(data["specifications"][0]["name"].endswith("queue.spec"))
        self.assertEqual([check["property"] for check in data["specifications"][0]["checks"]], ["terminating", "confluent", "complete", "consistent"])
        alone = self.forall("report", "--db", "none.db", "--data", "-", "--with", "spec.json").json()
        self.assertEqual((alone["puts"], len(alone["specifications"])), ([], 1))
        self.assert_user_error(self.forall("report", "--data", "-", "--with", "data.json"), r"data\.json: error: not the output of forall class")
        self.assert_user_error(self.forall("report", "--data", "-", "--with", "none.json"), r"none\.json: error: no such file")
        self.assert_user_error(self.forall("report", "--junit", "-", "--with", "spec.json"), "give --html")

    def test_hits_of_lines(self):
        self.assertEqual(self.forall("replay", "--line-hits", "lines.info").code, 0)
        files = self.forall("report", "--data", "-", "--line-hits", "lines.info").json()["files"]
        hits = dict(next(file["hits"] for file in files if file["path"] == SOURCE))
        lines = self.read(SOURCE).splitlines()
        count = lambda text: hits[next(i for i, line in enumerate(lines, 1) if text in line)]
        cases = len(self.data()["ReportedTest.SignIsSmall"]["cases"])
        self.assertEqual((count("if (x > 0)"), count("const unsigned code"), count("if (x < 0)")), (cases, cases, cases - 1))
        self.assertEqual(count("return 0;"), 1, "a line that decides nothing")
        self.assertEqual(count("throw std::runtime_error"), 1)
        self.assert_user_error(self.forall("replay", "--line-hits", "x.info", "--compiler", "clang++-19"), "needs g\\+\\+ with its gcov")
        self.assert_user_error(self.forall("report", "--data", "-", "--line-hits", "data.json"), r"data\.json: error: not a tracefile")

    def test_errors_of_the_user(self):
        self.assert_user_error(self.forall("report"), "nothing to write")
        self.assert_user_error(self.forall("report", "--html", "-", "--sarif", "-"), "only one report")
        self.assert_user_error(self.forall("report", "--html", "x.html", "--put", "No.*"), "no PUT that matches")
        self.assert_user_error(self.forall("report", "--html", "tests/reported.cpp/x.html"), r"reported\.cpp")


if __name__ == "__main__":
    unittest.main()
