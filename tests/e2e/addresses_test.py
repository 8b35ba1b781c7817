"""Where objects lie and what room containers have: claims about it are not proved, and what is specified is."""

import unittest

from support import Workspace, program


class Addresses(Workspace):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.run_ = cls.explore(program("addresses"))
        cls.puts = cls.run_.puts()

    def of_suite(self, suite):
        puts = {name: put for name, put in self.puts.items() if name.startswith(suite + ".")}
        self.assertTrue(puts)
        return puts.items()

    def test_claims_about_addresses_and_capacity_are_open(self):
        for name, put in self.of_suite("Unspecified"):
            with self.subTest(put=name):
                self.assertEqual(put["verdict"], "open", self.run_)
                self.assertIn("unspecified-value", {line["kind"] for line in put["ledger"]}, self.run_)

    def test_an_empty_container_may_have_no_data(self):
        for name, put in self.of_suite("Empty"):
            with self.subTest(put=name):
                self.assertEqual(put["verdict"], "refuted", self.run_)
                self.assertEqual({case["native"] for case in put["failing"]}, {"confirmed"}, self.run_)

    def test_what_is_specified_is_proved(self):
        for name, put in self.of_suite("Specified"):
            with self.subTest(put=name):
                self.assertEqual((put["verdict"], put["ledger"]), ("proved", []), self.run_)


if __name__ == "__main__":
    unittest.main()
