"""An assumption discards inputs and nothing else: what it lets through is explored."""

import unittest

from support import Workspace, program


class Assumptions(Workspace):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.run_ = cls.explore(program("assumptions"), "--emit", "none", "--no-confirm")
        cls.puts = cls.run_.puts()

    def test_what_meets_the_assumption_is_explored_and_proved(self):
        for name in ("NotZero", "UnsignedPositive", "Negated", "BothNotZero", "OneNotZero"):
            with self.subTest(put=name):
                put = self.puts[f"Assumptions.{name}"]
                self.assertEqual((put["verdict"], put["failed"], put["ledger"]), ("proved", 0, []), put)
                self.assertGreaterEqual(put["paths"], 1)

    def test_a_mistake_behind_an_assumption_is_found(self):
        put = self.puts["Assumptions.WrongBehindAnAssumption"]
        self.assertEqual(put["verdict"], "refuted", put)
        self.assertEqual(put["paths"], 3, put)

    def test_assumptions_that_nothing_meets_prove_nothing(self):
        put = self.puts["Assumptions.Unsatisfiable"]
        self.assertEqual((put["verdict"], put["paths"]), ("open", 0), put)
        self.assertEqual([line["kind"] for line in put["ledger"]], ["vacuous"])


if __name__ == "__main__":
    unittest.main()
