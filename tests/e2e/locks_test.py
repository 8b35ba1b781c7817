"""Locks: ordinary use is proved, and what is undefined is not."""

import unittest

from support import Workspace, program


class Locks(Workspace):
    def test_each_has_the_verdict_that_its_suite_says(self):
        run = self.explore(program("locks"), "--emit", "none", "--no-confirm")
        puts = run.puts()
        self.assertEqual(len(puts), 6, run)
        for name, put in puts.items():
            verdict = name.split(".")[0].lower()
            kinds = [line["kind"] for line in put["ledger"]]
            self.assertEqual((put["verdict"], kinds), (verdict, ["undefined-value"] if verdict == "open" else []), name)
        self.assertEqual(puts["Refuted.Freed"]["failing"][0]["outcome"]["fault"], "use after free", run)


if __name__ == "__main__":
    unittest.main()
