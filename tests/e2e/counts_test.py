"""Exact path counts: exploration finds every path once, proves what holds and writes nothing in the ledger."""

import unittest

from support import Workspace


class PathCounts(Workspace):
    def check(self, source, counts):
        run = self.explore(self.target(source), "--emit", "none", "--no-confirm", *[f"--put={name}" for name in counts])
        self.assertEqual(run.code, 0, run)
        puts = run.puts()
        self.assertEqual(set(puts), set(counts), run)
        for name, paths in counts.items():
            with self.subTest(put=name):
                put = puts[name]
                self.assertEqual(put["paths"], paths)
                self.assertEqual(put["verdict"], "proved")
                self.assertEqual(put["failed"], 0)
                self.assertEqual(put["ledger"], [])

    def test_quicksort_has_one_path_per_permutation(self):
        self.check("quicksort", {"Quicksort.Sorts4": 24, "Quicksort.Sorts5": 120, "Quicksort.Sorts6": 720,
                                 "Quicksort.Sorts7": 5040})

    def test_standard_library_code_is_explored_like_any_other(self):
        self.check("library", {"Library.SortOfFive": 120, "Library.MapOfFiveKeys": 541})

    def test_every_strategy_and_solver_finds_the_same_paths(self):
        for arguments in (["--strategy", "breadth"], ["--strategy", "coverage"], ["--solver", "z3"]):
            with self.subTest(arguments=arguments):
                run = self.explore(self.target("quicksort"), "--put", "Quicksort.Sorts4", "--emit", "none", "--no-confirm", *arguments)
                put = run.puts()["Quicksort.Sorts4"]
                self.assertEqual((put["paths"], put["verdict"], put["ledger"]), (24, "proved", []), run)

    def test_the_json_object_has_every_documented_field(self):
        put = self.explore(self.target("quicksort"), "--put", "Quicksort.Sorts4", "--emit", "none", "--no-confirm").puts()["Quicksort.Sorts4"]
        for field in ("name", "verdict", "paths", "cases", "failed", "discarded", "infeasible", "ledger",
                      "branches_covered", "branches_total", "seconds", "solver_seconds", "queries"):
            self.assertIn(field, put)
        self.assertEqual(put["cases"], 24)
        self.assertGreater(put["queries"], 0)
        self.assertGreater(put["branches_covered"], 0)
        self.assertLessEqual(put["branches_covered"], put["branches_total"])

    def test_a_bound_that_cuts_makes_the_verdict_open_and_says_so(self):
        run = self.explore(self.target("quicksort"), "--put", "Quicksort.Sorts6", "--emit", "none", "--no-confirm", "--runs", "10")
        put = run.puts()["Quicksort.Sorts6"]
        self.assertEqual(run.code, 0, run)
        self.assertEqual(put["verdict"], "open")
        self.assertLessEqual(put["paths"], 10)
        self.assertEqual(len(put["ledger"]), 1, run)
        strict = self.explore(self.target("quicksort"), "--put", "Quicksort.Sorts6", "--emit", "none", "--no-confirm", "--runs", "10",
                              "--strict")
        self.assertEqual(strict.code, 3, strict)


if __name__ == "__main__":
    unittest.main()
