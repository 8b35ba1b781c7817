"""Triangle classification: proved where the sides are bounded, refuted by signed overflow where they are not."""

import unittest

from support import Workspace, marked_line, program

SOURCE = program("triangle")


class Triangle(Workspace):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.run_ = cls.explore(SOURCE)
        cls.puts = cls.run_.puts()

    def test_a_refuted_put_gives_exit_code_1(self):
        self.assertEqual(self.run_.code, 1, self.run_)
        self.assertEqual(len(self.puts), 4)

    def test_bounded_sides_are_proved(self):
        for name in ("EqualSidesAreEquilateral", "OrderOfSidesDoesNotMatter", "NonPositiveSidesAreInvalid"):
            with self.subTest(put=name):
                put = self.puts[f"TriangleTest.{name}"]
                self.assertEqual((put["verdict"], put["ledger"], put["failed"]), ("proved", [], 0), self.run_)

    def test_unbounded_sides_overflow_in_the_named_line(self):
        put = self.puts["TriangleTest.EqualSidesOfAnyLength"]
        self.assertEqual(put["verdict"], "refuted", self.run_)
        refuting = [c for c in self.cases(put["name"]) if c["outcome"]["kind"] == "crashed"]
        self.assertEqual(len(refuting), put["failed"])
        self.assertEqual(len(refuting), 1)
        outcome = refuting[0]["outcome"]
        self.assertEqual(outcome["fault"], "signed overflow")
        self.assertEqual(outcome["line"], marked_line(SOURCE, "first sum"))
        self.assertTrue(outcome["file"].endswith("triangle.cpp"), outcome)
        side = int(next(i["value"] for i in refuting[0]["inputs"] if i["name"] == "side"))
        self.assertGreater(2 * side, 2**31 - 1)

    def test_people_are_told_the_overflowing_line_too(self):
        run = self.forall("explore", SOURCE, "--put", "*EqualSidesOfAnyLength", "--emit", "none", "--quiet")
        self.assertEqual(run.code, 1, run)
        self.assertRegex(run.out, rf"triangle\.cpp:{marked_line(SOURCE, 'first sum')}", run)
        self.assertIn("signed overflow", run.out, run)
        self.assertIn("refuted", run.out, run)


if __name__ == "__main__":
    unittest.main()
