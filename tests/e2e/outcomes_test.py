"""Every kind of fault of the code under test is an outcome of its path, with its line, and exploration goes on after it."""

import unittest

from support import Workspace, marked_line, program

SOURCE = program("faults")

# PUT -> (outcome, fault)
FAULTS = {
    "DivisionByZero": ("crashed", "division by zero"),
    "SignedOverflow": ("crashed", "signed overflow"),
    "OutOfBounds": ("crashed", "out of bounds"),
    "NullDereference": ("crashed", "null dereference"),
    "InvalidShift": ("crashed", "invalid shift"),
    "Unreachable": ("crashed", "unreachable code reached"),
    "MissingReturn": ("crashed", "missing return"),
    "Terminate": ("crashed", "terminate"),
    "Abort": ("crashed", "abort"),
    "Exit": ("crashed", "exit"),
    "StackOverflow": ("crashed", "stack overflow"),
    "EndlessLoop": ("crashed", "endless loop"),
    "UncaughtException": ("threw", None),
    "UncaughtInt": ("threw", None),
    "FailedAssertion": ("failed", None),
}


# Where the compiler chooses the exact line inside a function: how many lines the function has after the marked one.
EXTENT = {"MissingReturn": 2, "StackOverflow": 4}


class Outcomes(Workspace):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.run_ = cls.explore(SOURCE, "--emit", "none", "--no-confirm", "--run-seconds", "1")
        cls.puts = cls.run_.puts()

    def refuting_case(self, name):
        put = self.puts[f"Faults.{name}"]
        self.assertEqual(put["verdict"], "refuted", put)
        cases = self.cases(put["name"])
        bad = [c for c in cases if c["outcome"]["kind"] != "passed"]
        self.assertEqual(len(bad), 1, cases)
        self.assertEqual(put["failed"], 1, put)
        self.assertEqual(bad[0]["inputs"][0]["name"], "x")
        self.assertEqual(int(bad[0]["inputs"][0]["value"]), 1)
        return bad[0], cases

    def test_refuted_puts_give_exit_code_1(self):
        self.assertEqual(self.run_.code, 1, self.run_)

    def test_every_fault_is_named_with_its_line(self):
        for name, (kind, fault) in FAULTS.items():
            with self.subTest(put=name):
                case, _ = self.refuting_case(name)
                outcome = case["outcome"]
                self.assertEqual(outcome["kind"], kind, outcome)
                if fault is not None:
                    self.assertEqual(outcome["fault"], fault, outcome)
                self.assertTrue(outcome["file"].endswith("faults.cpp"), outcome)
                first = marked_line(SOURCE, name)
                self.assertIn(outcome["line"], range(first, first + EXTENT.get(name, 0) + 1), outcome)

    def test_exploration_goes_on_after_each_fault(self):
        for name in self.puts:
            with self.subTest(put=name):
                _, cases = self.refuting_case(name.removeprefix("Faults."))
                passed = {int(c["inputs"][0]["value"]) for c in cases if c["outcome"]["kind"] == "passed"}
                self.assertIn(2, passed)
                self.assertEqual(len(passed), 2)
                self.assertEqual(self.puts[name]["paths"], 3)

    def test_an_uncaught_exception_is_reported_with_type_and_what(self):
        outcome = self.refuting_case("UncaughtException")[0]["outcome"]
        self.assertEqual(outcome["kind"], "threw")
        self.assertEqual(outcome["exception_type"], "std::out_of_range")
        self.assertIn("x is too far", outcome["message"])
        outcome = self.refuting_case("UncaughtInt")[0]["outcome"]
        self.assertEqual((outcome["kind"], outcome["exception_type"]), ("threw", "int"))

    def test_an_exception_out_of_noexcept_is_a_termination(self):
        outcome = self.refuting_case("TerminateByNoexcept")[0]["outcome"]
        self.assertEqual((outcome["kind"], outcome["fault"]), ("crashed", "terminate"))

    def test_a_checked_container_names_the_line_of_the_user(self):
        outcome = self.refuting_case("CheckedVector")[0]["outcome"]
        self.assertEqual(outcome["kind"], "crashed")
        self.assertTrue(outcome["file"].endswith("faults.cpp"), outcome)
        self.assertEqual(outcome["line"], marked_line(SOURCE, "CheckedVector"))

    def test_a_failed_assertion_carries_its_text(self):
        outcome = self.refuting_case("FailedAssertion")[0]["outcome"]
        self.assertIn("x must not be one", outcome["message"])


if __name__ == "__main__":
    unittest.main()
