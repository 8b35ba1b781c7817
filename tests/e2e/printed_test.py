"""Arguments are shown as the user's own code prints them, and printing is no part of the run."""

import unittest

from support import Workspace, program


class Printed(Workspace):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.run_ = cls.explore(program("printed"))
        cls.puts = cls.run_.puts()

    def shown(self, name):
        put = self.puts[f"Printed.{name}"]
        self.assertEqual((put["verdict"], len(put["failing"])), ("refuted", 1), self.run_)
        self.assertEqual(put["failing"][0]["native"], "confirmed", self.run_)
        return [value["text"] for value in put["failing"][0]["values"]]

    def test_what_the_user_prints_comes_first(self):
        self.assertEqual(self.shown("Values"), ["0-0-3 {year: 0, month: 0, day: 3}", "4 cents {cents: 4}",
                                                "at 5!! {x: 5, y: 0}", "{value: 6}"])

    def test_elements_of_containers_too(self):
        dates, text = self.shown("Elements")
        self.assertTrue(dates.startswith("{0-0-0, 0-0-0} {{year: 0,"), dates)
        self.assertEqual(text, '"a"')

    def test_code_that_fails_to_print_does_no_harm(self):
        values = self.shown("PrintingFails")
        self.assertTrue(all(value.startswith("{") for value in values), values)

    def test_a_run_that_dies_has_shown_its_arguments_before(self):
        self.assertEqual(self.shown("Crashes"), ["0-0-3 {year: 0, month: 0, day: 3}"])


if __name__ == "__main__":
    unittest.main()
