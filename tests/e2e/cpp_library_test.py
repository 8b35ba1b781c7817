"""Streams, regular expressions and lists of the C++ library: exact verdicts, with nothing in the ledger."""

import unittest

from support import Workspace


class CppLibrary(Workspace):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.run_ = cls.explore(cls.target("cpp_library"), "--emit", "none", "--no-confirm", "--jobs", "1")
        cls.puts = cls.run_.puts()

    def check(self, name, verdict):
        put = self.puts[f"CppLibrary.{name}"]
        self.assertEqual((put["verdict"], put["ledger"]), (verdict, []), self.run_)

    def test_numbers_are_printed_and_read_exactly(self):
        self.check("PrintsNumbers", "proved")
        self.check("ReadsNumbers", "proved")

    def test_the_one_failing_number_is_found(self):
        self.check("PrintsOneNumberThatNobodyGuesses", "refuted")
        self.check("ReadsOneNumberThatNobodyGuesses", "refuted")

    def test_every_number_that_was_printed_is_read_back(self):
        self.check("ReadsBackItsText", "proved")
        self.check("ReadsBackWhatItPrinted", "proved")

    def test_runs_find_the_standard_streams_as_they_were(self):
        self.check("FindsTheStandardStreamsAsNew", "proved")

    def test_lines_are_read_exactly(self):
        self.check("ReadsLines", "proved")

    def test_what_goes_to_standard_output_keeps_no_claim_open(self):
        self.check("PrintingIsNoPartOfTheClaim", "proved")

    def test_regular_expressions_are_explored(self):
        self.check("MatchesExpressions", "proved")

    def test_lists_are_linked_exactly(self):
        self.check("LinksLists", "proved")


if __name__ == "__main__":
    unittest.main()
