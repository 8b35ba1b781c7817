"""Failing cases by cause: one finding for each, with its simplest case; and the bounds on failures and cases."""

import re
import unittest

from support import Workspace, marked_line, program

SOURCE = program("failures")


class Failures(Workspace):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.run_ = cls.explore(SOURCE, "--no-confirm", "--jobs", 1)
        cls.puts = cls.run_.puts()

    def failing_tests(self, put):
        text = (self.folder / f"forall-tests/Failures_{put}_test.cpp").read_text()
        return re.findall(r"^TEST\(\w+_Fails, (\w+)\)", text, re.MULTILINE)

    def kinds(self, put):
        return [line["kind"] for line in put["ledger"]]

    def test_many_cases_are_one_failure(self):
        put = self.puts["Failures.OnePlace"]
        self.assertEqual(put["failed"], 4)  # with no element, one, two and three
        [failure] = put["failures"]
        self.assertEqual(failure["cases"], 4)
        self.assertEqual(failure["outcome"]["fault"], "null dereference")
        self.assertEqual(failure["outcome"]["line"], marked_line(SOURCE, "null"))
        self.assertEqual(len(self.cases("Failures.OnePlace")), put["paths"])

    def test_the_simplest_case_is_shown(self):
        put = self.puts["Failures.OnePlace"]
        [simplest] = [c for c in put["failing"] if c["name"] == put["failures"][0]["simplest"]]
        self.assertEqual({v["name"]: v["text"] for v in simplest["values"]}, {"values": "{}", "wanted": "0"})

    def test_the_simplest_case_is_the_failing_test(self):
        put = self.puts["Failures.OnePlace"]
        self.assertEqual(self.failing_tests("OnePlace"), [put["failures"][0]["simplest"]])

    def test_all_failures_are_tests_if_asked_for(self):
        run = self.forall("emit", "--all-failures", "--put", "Failures.OnePlace", "--out", "all")
        self.assertEqual(run.code, 0, run)
        text = (self.folder / "all/Failures_OnePlace_test.cpp").read_text()
        self.assertEqual(len(re.findall(r"^TEST\(\w+_Fails,", text, re.MULTILINE)), 4)
        self.explore(SOURCE, "--no-confirm", "--all-failures", "--out", "all-explored", "--db", "other.db")
        text = (self.folder / "all-explored/Failures_OnePlace_test.cpp").read_text()
        self.assertEqual(len(re.findall(r"^TEST\(\w+_Fails,", text, re.MULTILINE)), 4)

    def test_the_calling_line_tells_failures_apart(self):
        lines = {f["outcome"]["call_line"] for f in self.puts["Failures.TwoCalls"]["failures"]}
        self.assertEqual(lines, {marked_line(SOURCE, "first call"), marked_line(SOURCE, "second call")})
        self.assertEqual(len(self.failing_tests("TwoCalls")), 2)

    def test_so_does_the_line_that_called_a_helper_with_the_assertion(self):
        failures = self.puts["Failures.TwoHelperCalls"]["failures"]
        self.assertEqual({f["outcome"]["call_line"] for f in failures},
                         {marked_line(SOURCE, "first helper call"), marked_line(SOURCE, "second helper call")})
        self.assertEqual(len({f["outcome"]["line"] for f in failures}), 1)
        self.assertEqual(len(self.failing_tests("TwoHelperCalls")), 2)
        for failure in self.puts["Failures.ThreeAssertions"]["failures"]:  # in the test itself
            self.assertNotIn("call_line", failure["outcome"])

    def test_the_report_has_a_block_for_each_failure(self):
        run = self.forall("explore", "--quiet", "--no-confirm", "--jobs", 1, SOURCE)
        self.assertEqual(run.out.count("null dereference at"), 3, run)  # one, and two of different calls
        self.assertRegex(run.out, rf"… and 3 more at \S*failures.cpp:{marked_line(SOURCE, 'null')}\n")
        self.assertRegex(run.out, rf"null dereference at \S*failures.cpp:{marked_line(SOURCE, 'null')}, called from "
                                  rf"\S*failures.cpp:{marked_line(SOURCE, 'first call')}\n")
        self.assertEqual(run.out.count("assertion failed at"), 5, run)
        self.assertRegex(run.out, rf"assertion failed at \S*failures.cpp:\d+, called from "
                                  rf"\S*failures.cpp:{marked_line(SOURCE, 'second helper call')}\n")

    def test_it_stops_after_so_many_failures(self):
        for options, failures in ((["--max-failures", 2], 2), (["--stop-at-first-failure"], 1)):
            with self.subTest(options=options):
                run = self.explore(SOURCE, "--no-confirm", "--emit", "none", "--put", "*.ThreeAssertions", *options)
                self.assertEqual(run.code, 1, run)
                put = run.puts()["Failures.ThreeAssertions"]
                self.assertEqual(len(put["failures"]), failures)
                self.assertEqual(self.kinds(put), ["failure-bound"])
        self.assertEqual(self.kinds(self.puts["Failures.ThreeAssertions"]), [])

    def test_it_stops_after_so_many_cases(self):
        run = self.explore(SOURCE, "--no-confirm", "--emit", "none", "--put", "*.OnePlace", "--max-cases", 2)
        put = run.puts()["Failures.OnePlace"]
        self.assertEqual((put["cases"], self.kinds(put)), (2, ["case-bound"]))
        run = self.explore(SOURCE, "--no-confirm", "--emit", "none", "--put", "*.OnePlace", "--max-cases", 0)
        self.assertEqual(self.kinds(run.puts()["Failures.OnePlace"]), [])


class Progress(Workspace):
    def test_without_a_terminal_each_phase_is_a_line(self):
        run = self.forall("explore", SOURCE, "--emit", "none")
        self.assertRegex(run.err, r"^compiling \S*failures.cpp \.\.\.\n")
        self.assertNotIn("\x1b", run.err)
        self.assertEqual(self.forall("explore", SOURCE, "--emit", "none", "--again", "--quiet").err, "")


if __name__ == "__main__":
    unittest.main()
