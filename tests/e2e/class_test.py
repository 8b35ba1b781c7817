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

    def file(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def test_a_static_member_outlives_the_object(self):
        header = self.file("counted.h", """class Counted {
 public:
  Counted() {}
  void set() { x = 1; }
  void inc() { ++n; }
  int use() const { return n == 1 ? x : 0; }
  int never() const { return x < 0 ? y : 0; }
 private:
  static inline int n = 0;
  int x = 0;
  int y = 0;
};
""")
        run = self.forall("class", "Counted", "--in", header, "--length", "3", "--json")
        self.assertEqual(run.code, 0, run)
        self.assertEqual(run.json()["shared"], ["Counted::n"])
        self.assertIn("Counted::n outlives the object", run.err)
        pairs = self.pairs(run)
        set_and_use = pairs["x", 4, 6]
        self.assertEqual((set_and_use["answer"], len(set_and_use["sequence"]), set_and_use["confirmed"]), ("feasible", 4, True), run)
        # What is proved is proved whatever the variable holds.
        self.assertEqual((pairs["y", 11, 7]["answer"], pairs["y", 11, 7]["how"]), ("infeasible", "invariant"), run)
        run = self.forall("class", "Counted", "--in", header, "--length", "1", "--reach", "c.use() == 1", "--no-tests", "--json")
        self.assertEqual(run.json()["states"][0]["answer"], "open", run)
        self.assertIn("Counted::n outlives the object", run.json()["states"][0]["how"])
        self.assertEqual(self.pairs(run)["x", 4, 6]["answer"], "open", run)
        self.assertIn("Counted::n outlives the object", self.pairs(run)["x", 4, 6]["how"])

    def test_accesses_that_are_not_all_seen(self):
        header = self.file("many.h", """class Many {
 public:
  void define() {
    for (int i = 0; i < 5000; ++i) ++x;
    y = 1;
  }
  int use() { return y; }
 private:
  unsigned x = 0;
  int y = 0;
};
""")
        run = self.forall("class", "Many", "--in", header, "--no-tests", "--json")
        pair = self.pairs(run)["y", 5, 7]
        self.assertEqual(pair["answer"], "open", run)
        self.assertIn("define(): more than 4096 accesses", pair["how"])


if __name__ == "__main__":
    unittest.main()
