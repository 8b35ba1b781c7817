"""A shadow that disagrees with memory is caught and named: uninstrumented code that overwrites symbolic memory, as a whole, in
part, through a pointer it kept, and with the value that was there before."""

import pathlib
import subprocess
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "e2e"))

from support import Workspace, marked_line  # noqa: E402

SOURCE = HERE / "stale_shadow.cpp"


class StaleShadow(Workspace):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        subprocess.run(["g++", "-O1", "-c", HERE / "stale_shadow_plain.cpp", "-o", cls.folder / "plain.o"], check=True)
        subprocess.run(["ar", "rcs", cls.folder / "libplain.a", cls.folder / "plain.o"], check=True)
        cls.run_ = cls.explore(SOURCE, "--emit", "none", "--jobs", "1", "--", f"-L{cls.folder}", "-lplain")
        cls.puts = cls.run_.puts()

    def put(self, name):
        return self.puts[f"StaleShadow.{name}"]

    def lines(self, name, kind):
        return {line["line"] for line in self.put(name)["ledger"] if line["kind"] == kind}

    def test_an_overwritten_value_is_named_where_it_is_read(self):
        for name, mark in (("WholeValue", "whole"), ("OneByte", "byte"), ("PartOfAnArray", "element"), ("ThroughARememberedPointer", "remembered")):
            with self.subTest(put=name):
                self.assertEqual(self.lines(name, "stale-shadow"), {marked_line(SOURCE, mark)}, self.run_)
                self.assertEqual(self.put(name)["verdict"], "open", self.run_)

    def test_the_function_that_may_have_done_it_is_named_too(self):
        texts = [line["text"] for line in self.put("WholeValue")["ledger"] if line["kind"] == "concretized-call"]
        self.assertTrue(any("plain_store_seven" in text for text in texts), self.run_)

    def test_an_update_to_the_same_value_is_not_a_proof(self):
        self.assertNotEqual(self.put("SameValue")["verdict"], "proved", self.run_)
        self.assertTrue(self.put("SameValue")["ledger"], self.run_)
        self.assertEqual(self.put("SameValueForTheOnlyInput")["verdict"], "open", self.run_)

    def test_memory_that_was_only_read_keeps_its_expression(self):
        self.assertEqual(self.put("OnlyRead")["verdict"], "refuted", self.run_)
        self.assertEqual(self.lines("OnlyRead", "stale-shadow"), set(), self.run_)


if __name__ == "__main__":
    unittest.main()
