"""The dynamic type of an object is decided where it matters, and numbers that were read before stay what they were."""

import unittest

from support import Workspace, program

# With the number of their paths.
PROVED = {"NumbersAreRead": 2, "NothingIsRead": 2, "DecidedAtTheCall": 4, "NumbersAreKept": None,
          "KeptBehindPointers": None, "Aliases": None, "WritesDecide": 3, "PartOfANumber": 1, "TypesAreTold": None,
          "InvariantsAreMet": None}


class DynamicTypes(Workspace):
    def test_types_are_decided_where_they_matter(self):
        run = self.explore(program("dynamic_types"))
        puts = {name.split(".")[1]: put for name, put in run.puts().items()}
        for name, paths in PROVED.items():
            with self.subTest(put=name):
                put = puts[name]
                self.assertEqual((put["verdict"], put["ledger"]), ("proved", []))
                if paths is not None:
                    self.assertEqual(put["paths"], paths)
        for name, inputs in {"FoundInOneType": {"shape.id_": 1000, "shape.layer_": 12, "shape.dynamic_type": 1},
                             "FoundBeforeTheType": {"shape.id_": 77}}.items():
            with self.subTest(put=name):
                self.assertEqual(puts[name]["verdict"], "refuted")
                case = puts[name]["failing"][0]
                found = {i["name"]: int(i["value"]) for i in case["inputs"] if i["name"] in inputs}
                self.assertEqual((found, case["native"]), (inputs, "confirmed"))


if __name__ == "__main__":
    unittest.main()
