"""forall class: def-use pairs of classes, each with a shortest sequence or a proof that there is none."""

import unittest

from support import ROOT, Workspace

CLASSES = ROOT / "examples/class"

# Of the paper: variable, lines of definition and use in coin_box.h, and the shortest sequence after the constructor; none: infeasible.
COIN_BOX = {
    ("curQtrs", 14, 23): "add", ("curQtrs", 14, 24): None, ("allowVend", 13, 29): "vend", ("totalQtrs", 12, 30): "add add vend",
    ("curQtrs", 17, 23): "return add", ("curQtrs", 17, 24): None, ("curQtrs", 17, 30): "add add return vend", ("curQtrs", 23, 23): "add add",
    ("curQtrs", 23, 24): "add", ("curQtrs", 23, 30): "add add vend", ("allowVend", 25, 29): "add add vend",
    ("totalQtrs", 30, 30): "add add vend add add vend", ("curQtrs", 31, 23): "add add vend add", ("curQtrs", 31, 24): None,
    ("curQtrs", 31, 30): None, ("allowVend", 32, 29): "add add vend vend", ("curQtrs", 14, 30): None,
}
NAMES = {"add": "addQtr()", "return": "returnQtrs()", "vend": "vend()"}


class Class(Workspace):
    def pairs(self, run):
        return {(p["variable"], p["definition"]["line"], p["use"]["line"]): p for p in run.json()["pairs"]}

    def test_coin_box(self):
        run = self.forall("class", "CoinBox", "--in", CLASSES / "coin_box.h", "--against", CLASSES / "coin_box_corrected.h", "--json")
        self.assertEqual(run.code, 1, run)
        pairs = self.pairs(run)
        self.assertEqual(set(pairs), set(COIN_BOX))
        for key, shortest in COIN_BOX.items():
            pair = pairs[key]
            if shortest is None:
                self.assertEqual(pair["answer"], "infeasible", key)
                continue
            self.assertEqual(pair["sequence"], ["CoinBox()"] + [NAMES[call] for call in shortest.split()], key)
            self.assertTrue(pair["confirmed"] and pair["minimal"], key)
        self.assertEqual({key for key, p in pairs.items() if p["how"] == "static"},
                         {("curQtrs", 14, 24), ("curQtrs", 17, 24), ("curQtrs", 31, 24)})
        self.assertEqual(len(run.json()["summaries"]), 6)
        # The corrected class ends in the same state, but not after each call.
        self.assertGreater(run.json()["failed_against"], 0)

    def test_a_class_with_a_container(self):
        run = self.forall("class", "PhoneBook", "--in", CLASSES / "phone_book.h", "--against", CLASSES / "phone_book_faulty.h",
                          "--oracle", "book.find(0) < 5", "--json")
        self.assertEqual(run.code, 1, run)
        pairs = self.pairs(run)
        self.assertEqual({p["answer"] for p in pairs.values()}, {"feasible", "infeasible"}, run)
        # What the constructor writes into last_ is gone when there is a number to remove.
        self.assertEqual([(key, p["how"]) for key, p in pairs.items() if p["answer"] == "infeasible"], [(("last_", 27, 16), "invariant")])
        self.assertTrue(all(p["minimal"] and p["confirmed"] for p in pairs.values() if p["answer"] == "feasible"), run)
        self.assertGreater(run.json()["failed_against"], 0)
        self.assertEqual(run.json()["wrong"], [])


if __name__ == "__main__":
    unittest.main()
