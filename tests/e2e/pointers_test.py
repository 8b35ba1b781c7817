"""Pointers that are inputs: null, fresh or aliases, built where they are looked into; limits of inputs are told where
they cut, and only there."""

import unittest

from support import Workspace, marked_line, program

PROVED = {"Untouched": 2, "ComparedOnly": 3, "WalksAList": 4, "NeverNull": 1, "DeletesItsInput": 2,
          "DeletesAfterUse": 3, "KeepsABlock": 1, "ChosenPointer": 4, "CopiedNode": 1, "LengthBoundIsIrrelevant": 1,
          "LengthBoundNeverMatters": 2, "ShortList": 1, "ArrayWithinItsExtent": 6, "DynamicTypeIsChosen": 2,
          "AliasOfADerivedClass": 1}

# The inputs that refute each claim, as far as they matter.
REFUTED = {
    "AliasIsFound": {"p": "*p", "q": "*p"},
    "CycleIsFound": {"head": "*head", "head->next": "*head"},
    "LongerCycleIsFound": {"head": "*head", "head->next": "*head->next", "head->next->next": "*head"},
    "NullDereference": {"head": ""},
    "UseAfterFreeThroughAnAlias": {"p": "*p", "q": "*p"},
    "DoubleFreeThroughAnAlias": {"p": "*p", "q": "*p"},
    "LosesABlock": {"head": "*head"},
    "EverySubtypeIsReached": {"shape": "*shape"},
    "AliasOfABaseClass": {"painted": "*painted", "shape": "*painted"},
}

FAULTS = {"NullDereference": "null dereference", "UseAfterFreeThroughAnAlias": "use after free",
          "DoubleFreeThroughAnAlias": "bad free", "LosesABlock": "leak", "ArrayBehindItsExtent": "out of bounds"}


def targets(case):
    return {value["name"]: value["target"] or "" for value in case["inputs"] if "target" in value}


class Pointers(Workspace):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.run_ = cls.explore(program("pointers"), "--emit", "none", "--no-confirm")
        cls.puts = {name.split(".")[1]: put for name, put in cls.run_.puts().items()}

    def test_each_shape_of_the_inputs_is_one_path_and_nothing_is_approximated(self):
        for name, paths in PROVED.items():
            with self.subTest(put=name):
                put = self.puts[name]
                self.assertEqual((put["verdict"], put["ledger"], put["paths"]), ("proved", [], paths), self.run_)

    def test_a_claim_is_refuted_by_the_shape_that_breaks_it(self):
        for name, shape in REFUTED.items():
            with self.subTest(put=name):
                put = self.puts[name]
                self.assertEqual((put["verdict"], put["ledger"]), ("refuted", []), self.run_)
                self.assertLessEqual(shape.items(), targets(put["failing"][0]).items())

    def test_faults_of_pointers_are_those_of_other_memory(self):
        for name, fault in FAULTS.items():
            with self.subTest(put=name):
                self.assertEqual({case["outcome"]["fault"] for case in self.puts[name]["failing"]}, {fault})

    def test_an_exception_while_an_object_is_built_is_an_outcome(self):
        put = self.puts["BuilderThrows"]
        self.assertEqual((put["verdict"], [case["outcome"]["kind"] for case in put["failing"]]), ("refuted", ["threw"]))

    def test_an_object_of_a_case_has_its_dynamic_type(self):
        case = self.puts["EverySubtypeIsReached"]["failing"][0]
        self.assertEqual(case["objects"], [{"name": "*shape", "type": "Painted"}])

    def test_a_length_that_cuts_is_told_where_it_cuts(self):
        line = marked_line(program("pointers"), "beyond the length")
        # The least number that takes another path, where the limit is 6: 100, and 7.
        for name, number in (("LengthBoundCuts", 99), ("LengthBoundAsked", 6)):
            with self.subTest(put=name):
                put = self.puts[name]
                self.assertEqual(put["verdict"], "open")
                self.assertEqual([entry["kind"] for entry in put["ledger"]], ["length-bound"])
                self.assertIn(f"arrays of more than {number} elements", put["ledger"][0]["text"])
        self.assertEqual(self.puts["LengthBoundAsked"]["ledger"][0]["line"], line)


class Objects(Workspace):
    def test_a_number_of_objects_cuts_only_where_more_would_be_looked_into(self):
        run = self.explore(program("pointers"), "--objects", "2", "--put", "*.WalksAList", "--put", "*.ShortList",
                           "--emit", "none", "--no-confirm")
        walks, short = run.puts()["Pointers.WalksAList"], run.puts()["Pointers.ShortList"]
        self.assertEqual((short["verdict"], short["ledger"]), ("proved", []), run)
        self.assertEqual((walks["verdict"], [line["kind"] for line in walks["ledger"]]), ("open", ["object-bound"]), run)


if __name__ == "__main__":
    unittest.main()
