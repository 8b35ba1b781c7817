"""Code that nobody here wrote: each PUT over a library of Debian's comes to the verdict of verdicts.txt, with no other kind of
ledger line than it names, and every failing case fails natively too."""

import collections
import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "e2e"))

from support import Workspace  # noqa: E402


def promised():
    """file -> {PUT: (verdict, ledger kinds)}"""
    files = collections.defaultdict(dict)
    for line in (HERE / "verdicts.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            file, put, verdict, *kinds = line.split()
            files[file][put] = (verdict, set(kinds))
    return files


class RealCode(Workspace):
    def test_every_file_is_listed(self):
        self.assertEqual(set(promised()), {p.name for p in HERE.glob("*.cpp")})


def comes_to_its_verdicts(file, expected):
    def test(self):
        run = self.explore(HERE / file, "--jobs", "1", "--seconds", "60", "--tests", "20", "--db", f"{file}.db", "--out", f"{file}-tests")
        self.assertIn(run.code, (0, 1), run)
        puts = run.puts()
        found = {name: (put["verdict"], {line["kind"] for line in put["ledger"]}) for name, put in puts.items()}
        self.assertEqual(found, expected, run)
        for name, put in puts.items():
            unconfirmed = [case for case in put["failing"] if case["native"] != "confirmed"]
            self.assertEqual(unconfirmed, [], f"{name}\n{run}")

    return test


for file_name, puts_of_file in promised().items():
    setattr(RealCode, f"test_{pathlib.Path(file_name).stem}", comes_to_its_verdicts(file_name, puts_of_file))

if __name__ == "__main__":
    unittest.main()
