"""Linked lists of up to six nodes in every shape, without a word about shapes in the tests."""

import unittest

from support import Workspace, program

# Shapes of at most six nodes that end, or lead back to one of their nodes: 7 + (1 + ... + 6); orders of up to six values.
PATHS = {"ReverseOfAnyShape": 28, "ReverseTwice": 7, "SortSorts": 874, "MergeSorts": 94}


class Lists(Workspace):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        target = cls.target("lists")
        run = cls.explore(target, "--put", "*Reverse*", "--put", "*Sorts", "--emit", "none", "--no-confirm")
        cls.puts = {name.split(".")[1]: put for name, put in run.puts().items()}

    def test_right_ones_are_proved_in_every_shape(self):
        for name, paths in PATHS.items():
            with self.subTest(put=name):
                put = self.puts[name]
                self.assertEqual((put["verdict"], put["ledger"], put["paths"]), ("proved", [], paths))

    def test_what_forgets_common_nodes_is_refuted_by_them(self):
        run = self.explore(program("lists"), "--put", "*.MergeWithoutALook")
        put = run.puts()["ListTest.MergeWithoutALook"]
        self.assertEqual((put["verdict"], put["ledger"]), ("refuted", []), run)
        for case in put["failing"]:
            targets = [i["target"] for i in case["inputs"] if i.get("target")]
            self.assertLess(len(set(targets)), len(targets), "two pointers to one node")
            self.assertEqual(case["native"], "confirmed")


if __name__ == "__main__":
    unittest.main()
