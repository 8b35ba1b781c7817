"""strlen of an input: an assumption about it is one about all strings, and a limit is named only where it cuts."""

import unittest

from support import Workspace


class CStrings(Workspace):
    def test_verdicts(self):
        run = self.explore(self.target("c_strings"), "--emit", "none", "--no-confirm")
        puts = run.puts()
        self.assertEqual(len(puts), 10, run)
        for name, put in puts.items():
            with self.subTest(put=name):
                self.assertEqual(put["verdict"], name.split(".")[0].lower(), run)
                kinds = {line["kind"] for line in put["ledger"]} - {"vacuous"}
                self.assertEqual(kinds, {"length-bound"} if put["verdict"] == "open" else set(), run)
        self.assertEqual(puts["Proved.OfAnyLength"]["paths"], 1, "a length is no path")


if __name__ == "__main__":
    unittest.main()
