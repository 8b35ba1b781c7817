"""Objects of classes that know nothing of forall: how they are made, and what is said where they cannot be."""

import unittest

from support import Workspace, program

PROVED = ["PushThenPop", "PopOfEmpty", "FactoryKeepsOrder", "ConstructorChecks", "CandidatesOnly", "Corners",
          "TopOfHeapIsGreatest", "ConstantsAreValues", "CastsAgree", "OwnersAreThoseInside",
          "InvariantThrows"]

# What the counterexample has to say about the inputs.
REFUTED = {
    "TopUnchecked": {},
    "BaseAndNested": {"account.name_.size": 2, "account.name_[0]": ord("a"), "account.name_[1]": ord("b"),
                      "account.entry_.cents": 1234, "account.entry_.state": 1},
    "TemplateClass": {"box.value_": 321},
    "FactoryReaches": {},
    "ConstructorReaches": {"percent.value": 42},
    "Candidates": {"n.candidate": 2, "text.candidate": 1},
    "ChangedByAnother": {},
    "ArrayChangedByAnother": {},
    "ArraysOfOneCount": {"table.count": 3},
    "ManyCorners": {"shape->corners_": 17},
    "OwnerOfAReference": {},
    "LongSeed": {"text.size": 10, "text[9]": ord("j")},
    "DynamicCast": {"shape.corners_": 5},
}


class Objects(Workspace):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        run = cls.explore(cls.target("objects"), "--emit", "none", "--no-confirm")
        cls.puts = {name.split(".")[1]: put for name, put in run.puts().items()}

    def test_what_holds_for_all_objects_is_proved(self):
        for name in PROVED:
            with self.subTest(put=name):
                put = self.puts[name]
                self.assertEqual((put["verdict"], put["ledger"]), ("proved", []))

    def test_counterexamples_are_objects(self):
        for name, inputs in REFUTED.items():
            with self.subTest(put=name):
                put = self.puts[name]
                self.assertEqual(put["verdict"], "refuted", put)
                found = {i["name"]: int(i["value"]) for i in put["failing"][-1]["inputs"] if i["name"] in inputs}
                self.assertEqual(found, inputs)

    def test_closed_tests_make_the_same_objects(self):
        run = self.explore(program("objects"), "--put", "*.BaseAndNested", "--put", "*.Candidates",
                           "--put", "*.ManyCorners", "--put", "*.Array*")
        for name, put in run.puts().items():
            with self.subTest(put=name):
                self.assertEqual(put["verdict"], "refuted", run)
                self.assertTrue(all(case["native"] == "confirmed" for case in put["failing"]), put)

    def test_a_test_without_any_input_is_vacuous(self):
        for name in ("FactoryThrows", "NothingMeetsTheInvariant"):
            with self.subTest(put=name):
                put = self.puts[name]
                self.assertEqual((put["verdict"], [line["kind"] for line in put["ledger"]]), ("open", ["vacuous"]))

    def test_a_structure_without_end_is_cut_and_says_so(self):
        endless, few = self.puts["EndlessChain"], self.puts["FewObjects"]
        self.assertEqual(endless["verdict"], "refuted")
        self.assertTrue({line["kind"] for line in endless["ledger"]} & {"time-bound", "unfold-bound", "decision-bound"})
        self.assertEqual((few["verdict"], [line["kind"] for line in few["ledger"]]), ("open", ["object-bound"]))

    def test_the_report_says_how_objects_are_made(self):
        self.assertIn("app::Stack: by its state", self.puts["PushThenPop"]["origins"])
        self.assertIn("app::Range: by the factory app::Range::between", self.puts["FactoryReaches"]["origins"])

    def test_what_a_factory_takes_has_the_names_it_is_given(self):
        found = {i["name"]: int(i["value"]) for i in self.puts["FactoryReaches"]["failing"][-1]["inputs"]}
        self.assertEqual((set(found), set(found.values())), ({"range.a", "range.b"}, {-5, 19}))


if __name__ == "__main__":
    unittest.main()
