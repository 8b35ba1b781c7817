"""Answers from runs without symbols: beyond a bound, for few inputs. Unspecified values are not proved."""

import unittest

from support import Workspace, program

SOURCE = program("answers")


class Answers(Workspace):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.run_ = cls.explore(SOURCE, "--emit", "none", "--no-confirm", "--run-seconds", "1", "--seconds", "20")
        cls.puts = cls.run_.puts()

    def put(self, name):
        return self.puts[f"Answers.{name}"]

    def assert_proved(self, name):
        self.assertEqual(self.put(name)["verdict"], "proved", self.put(name))

    def faults(self, name):
        return {c["outcome"].get("fault") for c in self.cases(f"Answers.{name}") if c["outcome"]["kind"] == "crashed"}

    def ledger(self, name):
        return {line["kind"] for line in self.put(name)["ledger"]}

    def test_alternatives_of_a_variant_may_have_different_widths(self):
        self.assertEqual(self.put("Alternatives")["verdict"], "refuted", self.put("Alternatives"))

    def test_a_loop_with_decisions_that_never_ends_is_endless(self):
        self.assertEqual(self.put("Endless")["verdict"], "refuted", self.put("Endless"))
        self.assertIn("endless loop", self.faults("Endless"))

    def test_a_failure_behind_a_bound_refutes(self):
        self.assertEqual(self.put("FailsLate")["verdict"], "refuted", self.put("FailsLate"))

    def test_a_long_loop_is_not_endless(self):
        self.assertEqual(self.put("LongIsNotEndless")["verdict"], "open", self.put("LongIsNotEndless"))
        self.assertEqual(self.ledger("LongIsNotEndless"), {"unfold-bound"})

    def test_few_inputs_are_all_tried(self):
        self.assert_proved("GreatestDivisor")
        self.assertIn("proved by exhaustion: 870 inputs", [n["text"] for n in self.put("GreatestDivisor")["notes"]])

    def test_one_of_few_inputs_that_fails_refutes(self):
        self.assertEqual(self.put("OneOfFewFails")["verdict"], "refuted", self.put("OneOfFewFails"))

    def test_the_sign_of_a_comparison_is_exact(self):
        self.assertNotIn("unspecified-value", self.ledger("SignOfComparison"))
        self.assert_proved("OrderOfTexts")

    def test_a_count_that_is_not_used_for_zero_is_not_undefined(self):
        self.assert_proved("LowestBit")

    def test_the_number_that_a_comparison_gives_is_left_open(self):
        for name in ("NumberOfComparison", "NumberOfConcreteComparison"):
            with self.subTest(put=name):
                self.assertEqual(self.put(name)["verdict"], "open", self.put(name))
                self.assertIn("unspecified-value", self.ledger(name))


if __name__ == "__main__":
    unittest.main()
