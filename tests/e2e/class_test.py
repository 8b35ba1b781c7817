"""forall class: def-use pairs of classes, each with a shortest sequence or a proof that there is none."""

import json
import re
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

    LAMP = """class Lamp {
 public:
  void up() { if (level_ < 3) ++level_; }
  void down() { if (level_ > 0) --level_; }
  int level() const { return level_; }
 private:
  int level_ = 0;
};
"""

    def test_the_search_for_a_pair_and_the_graph(self):
        run = self.forall("class", "CoinBox", "--in", CLASSES / "coin_box.h", "--no-tests", "--tree", "8", "--graph", "box.json")
        self.assertEqual(run.code, 0, run)
        tree = re.findall(r"^ +(\d+) ( +)(\S.*)$", run.out.split("search for pair 8:\n")[1], re.MULTILINE)
        self.assertEqual([int(number) for number, _, _ in tree], list(range(9)), run)
        self.assertEqual(sum("pruned: implies" in text for _, _, text in tree), 4, run)
        self.assertTrue(tree[0][2].startswith("vend() B") and tree[8][2].startswith("CoinBox() [true]"), run)
        graph = {method["method"]: method for method in json.loads((self.folder / "box.json").read_text())}
        self.assertEqual(set(graph), {"CoinBox", "returnQtrs", "addQtr", "vend"})
        self.assertIn("30: use curQtrs", [event for block in graph["vend"]["blocks"] for event in block["events"]])
        self.assert_user_error(self.forall("class", "CoinBox", "--in", CLASSES / "coin_box.h", "--no-tests", "--tree", "18"), "there are 17 pairs")

    def test_what_tests_execute(self):
        tests = self.file("box_test.cpp", """#include <gtest/gtest.h>
#include "coin_box.h"
TEST(Box, Vends) {
  CoinBox box;
  box.addQtr();
  box.addQtr();
  box.vend();
}
""")
        run = self.forall("class", "CoinBox", "--in", CLASSES / "coin_box.h", "--measure", tests, "--graph", "box.dot", "--json")
        self.assertEqual((run.code, run.json()), (0, {"executed": 6, "possible": 14, "missed": [2, 5, 6, 8, 13, 14, 16, 17]}), run)
        dot = (self.folder / "box.dot").read_text()
        self.assertIn('digraph "CoinBox"', dot)
        self.assertIn('label="returnQtrs"', dot)

    def test_sequences_to_a_state(self):
        header = self.file("lamp.h", self.LAMP)
        run = self.forall("class", "Lamp", "--in", header, "--reach", "lamp.level() == 2", "--break-invariant", "lamp.level() <= 3", "--json")
        self.assertEqual(run.code, 0, run)
        reached, broken = run.json()["states"]
        self.assertEqual((reached["answer"], reached["sequence"]), ("feasible", ["Lamp()", "up()", "up()"]), run)
        self.assertEqual((broken["condition"], broken["answer"]), ("!(lamp.level() <= 3)", "infeasible"), run)
        run = self.forall("class", "Lamp", "--in", header, "--reach", "lamp.level() == 4", "--break-invariant", "lamp.level() < 3", "--no-tests")
        self.assertEqual(run.code, 1, run)
        self.assertIn("lamp.level() == 4: never, by ", run.out)
        self.assertIn("!(lamp.level() < 3): reached by Lamp() up() up() up()\n", run.out)

    def test_errors(self):
        self.file("lamp.h", self.LAMP)
        self.file("others.h", "class Later;\nstruct Empty { int f() const { return 1; } };\nclass Hidden { Hidden() {} int x = 0; public: int f() { return ++x; } };\n")
        self.assert_user_error(self.forall("class", "Lamb", "--in", "lamp.h"), "no class Lamb in lamp.h.*Lamp")
        self.assert_user_error(self.forall("class", "Lamp", "--in", "nothing.h"), "nothing.h")
        self.assert_user_error(self.forall("class", "Later", "--in", "others.h"), "Later is only declared in others.h")
        self.assert_user_error(self.forall("class", "Empty", "--in", "others.h"), "Empty has no def-use pairs: no method")
        run = self.forall("class", "Hidden", "--in", "others.h", "--json", "--strict")
        self.assertEqual(run.code, 3, run)
        self.assertEqual({p["how"] for p in self.pairs(run).values()}, {"no public constructor can be called"}, run)

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
