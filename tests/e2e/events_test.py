"""forall explore --events: each line is what docs/events.md and docs/events.schema.json say."""

import json
import re
import unittest

from json_schema import problems
from support import ROOT, Workspace, program

SCHEMA = json.loads((ROOT / "docs/events.schema.json").read_text())
ROW = re.compile(r"^\| `(\w+)` \|[^|]*\|([^|]*)\|$", re.MULTILINE)


def documented():
    """The fields of each event, as the page lists them."""
    text = (ROOT / "docs/events.md").read_text()
    return {name: set(re.findall(r"`(\w+)`", fields)) for name, fields in ROW.findall(text)}


class Events(Workspace):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.run_ = cls.forall("explore", "--events", "--again", "--jobs", "2", ROOT / "examples/triangle/triangle_test.cpp")
        cls.lines = [json.loads(line) for line in cls.run_.out.splitlines()]

    def of(self, event):
        return [line for line in self.lines if line["event"] == event]

    def test_every_line_has_the_documented_fields(self):
        fields = documented()
        self.assertGreater(len(fields), 8)
        for line in self.lines:
            self.assertEqual(line["version"], 1)
            self.assertIn(line["event"], fields)
            self.assertEqual(set(line) - {"version", "event"}, fields[line["event"]], line)

    def test_every_line_is_valid_by_the_schema(self):
        for line in self.lines:
            self.assertEqual(problems(SCHEMA, line), [])
        self.assertTrue(problems(SCHEMA, {"version": 2, "event": "session_finished"}))
        self.assertTrue(problems(SCHEMA, {"version": 1, "event": "put_started"}))

    def test_page_and_schema_have_the_same_events_and_fields(self):
        names = [each["if"]["properties"]["event"]["const"] for each in SCHEMA["allOf"]]
        self.assertEqual({name: set(SCHEMA["definitions"][name]["required"]) for name in names}, documented())

    def test_the_stream_has_a_beginning_and_an_end(self):
        names = [line["event"] for line in self.lines]
        self.assertEqual(names[:3], ["build_started", "build_finished", "session_started"], self.run_)
        self.assertEqual(names[-1], "session_finished")
        puts = self.of("session_started")[0]["puts"]
        self.assertEqual(sorted(line["put"] for line in self.of("put_started")), sorted(puts))
        self.assertEqual(sorted(line["put"] for line in self.of("put_finished")), sorted(puts))

    def test_paths_and_ledger_lines_are_those_of_the_result(self):
        for finished in self.of("put_finished"):
            mine = [line for line in self.lines if line.get("put") == finished["put"]]
            self.assertEqual(mine[0]["event"], "put_started")
            self.assertEqual(mine[-1]["event"], "put_finished")
            paths = [line for line in mine if line["event"] == "path_found"]
            self.assertEqual(len(paths), finished["result"]["paths"])
            kinds = [line["kind"] for line in mine if line["event"] == "ledger_line"]
            self.assertEqual(kinds, [line["kind"] for line in finished["result"]["ledger"]])
            self.assertIn("confirm_started", [line["event"] for line in mine])

    def test_verdicts_and_exit_code_are_those_of_json(self):
        as_json = self.explore(ROOT / "examples/triangle/triangle_test.cpp")
        verdicts = {name: put["verdict"] for name, put in as_json.puts().items()}
        self.assertEqual({line["put"]: line["result"]["verdict"] for line in self.of("put_finished")}, verdicts)
        self.assertEqual(self.run_.code, as_json.code)

    def test_ledger_lines_have_their_remedy(self):
        run = self.forall("explore", "--events", "--again", "--emit", "none", "--run-seconds", "1", "--seconds", "20", program("answers"))
        lines = [json.loads(line) for line in run.out.splitlines()]
        self.assertEqual([each for line in lines for each in problems(SCHEMA, line)], [])
        found = [line for line in lines if line["event"] == "ledger_line"]
        self.assertIn("unspecified-value", {line["kind"] for line in found})
        self.assertTrue(all(line["remedy"] and line["text"] for line in found))

    def test_it_is_not_json_at_the_same_time(self):
        run = self.forall("explore", "--events", "--json", program("answers"))
        self.assertEqual(run.code, 2, run)


if __name__ == "__main__":
    unittest.main()
