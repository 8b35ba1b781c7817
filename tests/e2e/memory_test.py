"""Memory at symbolic addresses is explored with few paths; memory errors are faults of their own, confirmed natively."""

import unittest

from support import Workspace, program

# The most paths each claim may take: one path per element would be many more.
PROVED = {"TableLookup": 2, "BytesWrittenAndRead": 3, "FieldOfAnElement": 1, "FunctionTable": 3,
          "VirtualCallOfASelectedObject": 3, "PointerDifference": 1, "UnionAndBitField": 1, "VariablesBeginAnew": 1,
          "FreedAndReused": 4, "PartlyFilledArray": 9, "CopyOfSymbolicLength": 4,
          "FillAndCompareOfSymbolicLength": 4, "ArrayOfSymbolicLength": 5, "KeptByVariables": 1,
          "PaddingAndBits": 1, "LooksAtSomeOfIt": 2, "DowncastOfASelectedObject": 3, "PointersAtTheEnds": 3}

FAULTS = {"OutOfBounds": "out of bounds", "UseAfterFree": "use after free", "BadFree": "bad free",
          "MismatchedFree": "mismatched free", "Leak": "leak", "Uninitialised": "uninitialised value",
          "WrongType": "wrong type", "WrongFunction": "wrong function type", "PointerOverflow": "pointer overflow",
          "NullOffset": "null dereference"}


class Memory(Workspace):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.run_ = cls.explore(program("memory"), "--emit", "none", "--no-confirm")
        cls.puts = cls.run_.puts()

    def test_symbolic_addresses_are_exact_and_cost_few_paths(self):
        for name, paths in PROVED.items():
            with self.subTest(put=name):
                put = self.puts[f"Proved.{name}"]
                self.assertEqual((put["verdict"], put["ledger"]), ("proved", []), self.run_)
                self.assertLessEqual(put["paths"], paths)

    def test_each_memory_error_is_a_fault_of_its_own(self):
        for name, put in self.puts.items():
            suite = name.split(".")[0]
            if suite not in FAULTS:
                continue
            with self.subTest(put=name):
                self.assertEqual(put["verdict"], "refuted", self.run_)
                self.assertEqual({case["outcome"]["fault"] for case in put["failing"]}, {FAULTS[suite]})
                self.assertTrue(all(case["outcome"]["line"] > 0 for case in put["failing"]))


class NoLeaks(Workspace):
    def test_leaks_can_be_left_out(self):
        run = self.explore(program("memory"), "--put", "Leak.*", "--no-leaks", "--emit", "none", "--no-confirm")
        self.assertEqual({put["verdict"] for put in run.puts().values()}, {"proved"}, run)


class Confirmed(Workspace):
    def test_a_memory_error_is_confirmed_by_the_native_run(self):
        run = self.explore(program("memory"), "--put", "UseAfterFree.*", "--put", "*.ReadBehindABlock",
                           "--put", "Leak.ForgetsTheTail", "--put", "Uninitialised.*", "--put", "WrongType.*", "--put", "PointerOverflow.*",
                           "--put", "NullOffset.*", "--put", "WrongFunction.*")
        for put in run.puts().values():
            with self.subTest(put=put["name"]):
                self.assertEqual((put["verdict"], put["ledger"]), ("refuted", []), run)
                self.assertEqual({case["native"] for case in put["failing"]}, {"confirmed"}, run)


if __name__ == "__main__":
    unittest.main()
