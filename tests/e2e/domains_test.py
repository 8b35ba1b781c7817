"""Domains: what they promise holds for all their values, what lies at their edge is found, and neither costs a line of
the ledger. Values that domains make are made again by the closed tests."""

import unittest

from support import Workspace, program


class Domains(Workspace):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.run_ = cls.explore(cls.target("domains"), "--emit", "none", "--no-confirm", "--jobs", "1")
        cls.puts = {name.removeprefix("Domains."): put for name, put in cls.run_.puts().items()}

    def test_every_promise_is_proved(self):
        holding = [name for name in self.puts if name.endswith(("Hold", "Holds"))]
        self.assertGreater(len(holding), 20)
        for name in holding:
            put = self.puts[name]
            self.assertEqual((put["verdict"], put["ledger"]), ("proved", []), f"{name}\n{self.run_}")

    def test_every_edge_is_reached(self):
        failing = [name for name in self.puts if name.endswith(("Fail", "Fails"))]
        self.assertGreater(len(failing), 15)
        for name in failing:
            self.assertEqual(self.puts[name]["verdict"], "refuted", f"{name}\n{self.run_}")
            if name != "UnlimitedNumeralFails":
                self.assertEqual(self.puts[name]["ledger"], [], f"{name}\n{self.run_}")

    def test_domains_are_constraints_and_cost_no_paths(self):
        for name in ("NumbersHold", "FlagsHold", "CharactersHold", "NumeralHolds", "VectorHolds", "NotEmptyHolds",
                     "PartsHold", "ConstructedHolds", "MappedHolds", "FlatMappedHolds"):
            self.assertEqual(self.puts[name]["paths"], 1, f"{name}\n{self.run_}")

    def test_closed_tests_make_values_again(self):
        """Confirmed natively: a value of Map, of FORALL_ARBITRARY and of a constructor."""
        run = self.explore(self.target("domains"), "--jobs", "1", "--put", "Domains.MappedFails", "--put",
                           "Domains.ArbitraryOfTheUserFails", "--", "-std=c++20", f"-I{program('domains').parent}")
        for name, put in run.puts().items():
            self.assertEqual((put["verdict"], put["ledger"]), ("refuted", []), f"{name}\n{run}")


if __name__ == "__main__":
    unittest.main()
