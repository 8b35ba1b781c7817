"""The C library with symbolic arguments, and code that asks the world outside."""

import unittest

from support import Workspace, marked_line, program


def verdicts(run):
    """Verdict and kinds of ledger lines, by PUT."""
    return {name.split(".")[1]: (put["verdict"], sorted({line["kind"] for line in put["ledger"]}))
            for name, put in run.puts().items()}


class CLibrary(Workspace):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.run_ = cls.explore(program("c_library"), "--emit", "none", "--no-confirm", "--jobs", "1")
        cls.verdicts = verdicts(cls.run_)

    def assert_verdict(self, verdict, *names, kinds=()):
        for name in names:
            with self.subTest(put=name):
                self.assertEqual(self.verdicts[name], (verdict, list(kinds)), self.run_)

    def test_laws_of_the_functions_are_proved(self):
        self.assert_verdict("proved", "ReadsIntegers", "CasesOfLetters", "PrintThenRead", "FixedWidthIsOnePath",
                            "FormatsSymbolicText", "Tokens", "Sorts", "Divides", "WideStrings", "WideArgumentsInAList")

    def test_targets_behind_a_function_are_reached(self):
        self.assert_verdict("refuted", "FindsTheText", "ReadsHexadecimal", "FindsTheNumberBehindAText", "Scans",
                            "IgnoresCase")
        self.assertEqual(self.verdicts["ReadsDecimals"][0], "refuted", self.run_)

    def test_each_character_of_a_number_costs_one_decision(self):
        self.assertLessEqual(self.run_.puts()["CLibrary.ReadsIntegers"]["paths"], 16, self.run_)

    def test_printing_costs_nothing_unless_its_result_is_used_or_a_text_does_not_end(self):
        self.assert_verdict("proved", "PrintingCostsNothing")
        self.assert_verdict("refuted", "UnendedTextIsPrinted")
        self.assert_verdict("open", "LengthOfWhatIsPrinted", kinds=["concretized-call"])


class Environment(Workspace):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.run_ = cls.explore(program("environment"), "--jobs", "1")
        cls.verdicts = verdicts(cls.run_)

    def test_a_real_answer_is_in_the_ledger(self):
        for name in ("RealTime", "RealVariable", "RealFile"):
            with self.subTest(put=name):
                verdict, kinds = self.verdicts[name]
                self.assertEqual(verdict, "open", self.run_)
                self.assertIn("environment", kinds, self.run_)

    def test_what_is_not_asked_is_not_in_the_ledger(self):
        self.assertEqual(self.verdicts["NotAsked"], ("proved", []), self.run_)

    def test_what_holds_for_every_answer_is_proved(self):
        for name in ("ClocksDoNotGoBack", "DiceAreInRange"):
            with self.subTest(put=name):
                self.assertEqual(self.verdicts[name], ("proved", []), self.run_)

    def test_an_answer_that_refutes_is_found_and_confirmed_by_a_closed_test(self):
        for name in ("Deadline", "ChronoDeadline", "TwoDice", "Entropy", "Variable"):
            with self.subTest(put=name):
                self.assertEqual(self.verdicts[name], ("refuted", []), self.run_)
                cases = [case for case in self.cases(f"Environment.{name}") if case["outcome"]["kind"] == "failed"]
                self.assertTrue(cases, self.run_)
                for case in cases:
                    self.assertEqual(case["native"], "confirmed", case)


class Characters(Workspace):
    def test_a_value_that_is_no_character_is_a_fault_that_a_native_run_confirms(self):
        source = program("characters")
        run = self.explore(source)
        self.assertEqual(verdicts(run), {"IsAnything": ("refuted", []), "IsCharacter": ("proved", []),
                                         "IsConstant": ("refuted", [])}, run)
        for name, function in (("IsAnything", "isdigit"), ("IsConstant", "toupper")):
            bad = [case for case in self.cases(f"Characters.{name}") if case["outcome"]["kind"] == "crashed"]
            self.assertEqual([case["native"] for case in bad], ["confirmed"], bad)
            outcome = bad[0]["outcome"]
            self.assertEqual(outcome["line"], marked_line(source, name), outcome)
            self.assertEqual(outcome["message"], f"{function} of a value that is neither EOF nor an unsigned char")


if __name__ == "__main__":
    unittest.main()
