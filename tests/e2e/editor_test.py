"""What an editor asks: the cases of a test, a program of one case for a debugger, the beginnings of a test, edits; events of watch."""

import json
import re
import signal
import subprocess
import unittest

from json_schema import problems
from support import FORALL, ROOT, Workspace

TEST = """
#include "half.h"
#include <forall/forall.h>
void IsUndone(int x) { EXPECT_EQ(half(x) * 2, x); }
FORALL(HalfTest, IsUndone);
void IsSmaller(int x) {
  ASSUME(x > 0);
  EXPECT_LT(half(x), x);
}
FORALL(HalfTest, IsSmaller);
"""


class Editor(Workspace):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        (cls.folder / "half.h").write_text("#pragma once\ninline int half(int x) { return x / 2; }\n")
        (cls.folder / "half_test.cpp").write_text(TEST)
        cls.explored = cls.explore("half_test.cpp")

    def cases(self):
        listed = self.forall("list", "--cases", "HalfTest.IsUndone", "--json").json()
        self.assertEqual(listed["version"], 1)
        return {outcome: (id_, name, file, line) for id_, name, outcome, file, line in listed["cases"]}

    def test_cases_are_listed_with_their_outcome_and_place(self):
        cases = self.cases()
        self.assertEqual(set(cases), {"passed", "failed"})
        self.assertEqual(cases["failed"][2:], ("half_test.cpp", 4))
        self.assertEqual(cases["passed"][2:], (None, 0))
        text = self.forall("list", "--cases", "HalfTest.IsUndone")
        self.assertRegex(text.out, r"(?m)^ *\d+  failed     \S+  half_test.cpp:4$")
        missing = self.forall("list", "--cases", "HalfTest.IsUndon")
        self.assertEqual(missing.code, 2)
        self.assertIn("did you mean 'HalfTest.IsUndone'?", missing.err)

    def test_a_case_becomes_a_program_that_runs_it_alone(self):
        id_, name, _, _ = self.cases()["failed"]
        launch = self.forall("replay", "--debug", str(id_), "--json").json()
        self.assertEqual((launch["version"], launch["name"], launch["put"]), (1, name, "HalfTest.IsUndone"))
        arguments = [each for each in launch["arguments"] if each != "--gtest_break_on_failure"]
        self.assertEqual(len(arguments), len(launch["arguments"]) - 1)
        run = subprocess.run([launch["program"], *arguments], cwd=launch["folder"], capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 1, run.stdout)
        self.assertIn("[  PASSED  ] 0 tests", run.stdout)
        self.assertIn("half_test.cpp:4", run.stdout)
        sections = subprocess.run(["readelf", "-S", launch["program"]], capture_output=True, text=True, check=True).stdout
        self.assertIn(".debug_info", sections)
        missing = self.forall("replay", "--debug", "99999")
        self.assertEqual((missing.code, missing.err), (2, "forall: error: no case 99999 in .forall/cases.db\n"))

    def test_the_failing_assertion_says_what_it_wanted_and_got(self):
        outcome = self.explored.puts()["HalfTest.IsUndone"]["failures"][0]["outcome"]
        self.assertNotEqual(outcome["expected"], outcome["actual"])

    def test_other_editors_read_messages_of_a_compiler(self):
        run = self.forall("explore", "--diagnostics", "half_test.cpp")
        self.assertEqual(run.code, 1)
        lines = run.out.splitlines()
        self.assertRegex(lines[0], r"^half_test\.cpp:4:1: error: HalfTest\.IsUndone: failed when x = ")
        for line in lines:
            self.assertRegex(line, r"^[^:]+:\d+:1: (error|note|warning): .")
        opened = self.forall("explore", "--diagnostics", "--again", "--runs", "1", "--no-confirm", "--emit", "none", "--db", "open.db", "half_test.cpp")
        self.assertRegex(opened.out, r"(?m)^half_test\.cpp:5:1: warning: HalfTest\.IsUndone is \w+: stopped after 1 run.*\[run-bound\]$")
        self.assertEqual(self.forall("explore", "--diagnostics", "--json", "half_test.cpp").code, 2)

    def test_the_beginnings_of_a_test_compile_and_are_explored(self):
        run = self.forall("skeleton", "half.h", "--line", "2", "--out", "new_test.cpp")
        self.assertEqual(run.code, 0, run)
        found = self.explore("new_test.cpp", "--no-confirm", "--emit", "none", "--db", "new.db").puts()["HalfTest.Half"]
        self.assertEqual(found["verdict"], "proved")
        self.assertEqual(self.forall("skeleton", "half.h", "--line", "1").code, 2)

    def test_watch_says_everything_in_events(self):
        process = subprocess.Popen([FORALL, "watch", "--events", "--no-confirm", "--emit", "none", "half_test.cpp"], cwd=self.folder, stdout=subprocess.PIPE, text=True)
        events = []
        for line in process.stdout:
            events.append(json.loads(line))
            if events[-1]["event"] == "watching" and "files_changed" not in [each["event"] for each in events]:
                (self.folder / "half_test.cpp").write_text(TEST + "broken\n")
            elif events[-1]["event"] == "watching":
                process.send_signal(signal.SIGINT)
        process.wait()
        process.stdout.close()
        schema = json.loads((ROOT / "docs/events.schema.json").read_text())
        self.assertEqual([each for line in events for each in problems(schema, line)], [])
        names = [each["event"] for each in events]
        self.assertLess(names.index("watching"), names.index("files_changed"))
        self.assertLess(names.index("files_changed"), names.index("session_failed"))
        failed = next(each for each in events if each["event"] == "session_failed")
        self.assertRegex(failed["error"], re.compile(r"half_test\.cpp:\d+:\d+: error: ", re.MULTILINE))
        (self.folder / "half_test.cpp").write_text(TEST)


if __name__ == "__main__":
    unittest.main()
