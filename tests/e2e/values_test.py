"""Types of the standard library as parameters: laws hold for all lengths, and the one failing value is found."""

import unittest

from support import Workspace, marked_line, program


class Values(Workspace):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.run_ = cls.explore(cls.target("values"), "--emit", "none", "--no-confirm", "--jobs", "1")
        cls.puts = cls.run_.puts()

    def put(self, name):
        return self.puts[f"Values.{name}"]

    def kinds(self, name):
        return {line["kind"] for line in self.put(name)["ledger"]}

    def check_proved(self, *names):
        for name in names:
            put = self.put(name)
            self.assertEqual((put["verdict"], put["ledger"]), ("proved", []), f"{name}\n{self.run_}")

    def check_refuted(self, *names):
        """Refuted, and nothing but a limit of lengths was in the way of all other inputs."""
        for name in names:
            self.assertEqual(self.put(name)["verdict"], "refuted", f"{name}\n{self.run_}")
            self.assertLessEqual(self.kinds(name), {"length-bound"}, f"{name}\n{self.run_}")

    def test_lengths_are_no_paths_and_need_no_limit(self):
        self.check_proved("StringHasItsLength", "VectorHasItsLength", "StringEndsWithZero", "ViewHolds")
        self.assertEqual(self.put("StringHasItsLength")["paths"], 1, self.run_)
        self.assertEqual(self.put("VectorHasItsLength")["paths"], 1, self.run_)

    def test_what_long_strings_have_otherwise_is_not_proved_by_short_ones(self):
        put = self.put("StringHasRoomFor15")
        kinds = {"length-bound", "unspecified-value"}  # nor is the capacity of a string specified
        self.assertEqual((put["verdict"], self.kinds("StringHasRoomFor15")), ("open", kinds), self.run_)

    def test_a_walk_over_a_whole_string_is_cut_and_says_where(self):
        put = self.put("StringIsWalked")
        self.assertEqual(put["verdict"], "open", self.run_)
        self.assertEqual([line["kind"] for line in put["ledger"]], ["length-bound"], self.run_)
        line = put["ledger"][0]
        self.assertIn("strings of more than 6 elements", line["text"])
        self.assertEqual(line["line"], marked_line(program("values"), "walk"))
        self.assertIn("WithMaxSize", line["remedy"])

    def test_what_the_user_bounds_is_proved(self):
        self.check_proved("ShortStringIsWalked", "DequeHolds", "MapIsSorted")

    def test_texts(self):
        self.check_refuted("StringFails", "WideStringFails", "Utf8StringFails", "Utf16StringFails", "Utf32StringFails",
                           "ViewFails", "CStringFails", "WritableCStringFails")

    def test_sequences(self):
        self.check_proved("SpanHolds")
        self.check_refuted("VectorFails", "VectorOfTextsFails", "FlagsFail", "DequeFails", "ListFails",
                           "ForwardListFails", "ArrayFails", "SpanFails")

    def test_sets_and_maps(self):
        self.check_proved("UnorderedSetHolds")
        self.check_refuted("MapFails", "SetFails", "MultimapFails", "MultisetFails", "UnorderedMapFails")

    def test_products_and_sums(self):
        self.check_proved("OptionalHolds")
        self.check_refuted("PairFails", "TupleFails", "OptionalFails", "OptionalTextFails", "VariantFails",
                           "ComplexFails")

    def test_numbers_that_are_classes(self):
        self.check_proved("BitsHold")
        self.check_refuted("BitsFail", "DurationFails", "TimePointFails")

    def test_owners(self):
        self.check_proved("SharedHolds")
        self.check_refuted("UniqueFails", "SharedFails")

    def test_observations_take_no_decision(self):
        self.check_proved("Observes")
        self.assertEqual(self.put("Observes")["paths"], 1, self.run_)


if __name__ == "__main__":
    unittest.main()
