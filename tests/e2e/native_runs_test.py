"""Native runs that differ from the exploration for a reason that says nothing against it."""

import unittest

from support import Workspace

SOURCE = """
#include <forall/forall.h>
int quotient(short a, short b) { return a / b; }
// g++ computes the remainder first.
void Divides(short a, short b) {
  EXPECT_EQ(quotient(a, b) * b + a % b, a);
}
FORALL(Native, Divides).WithDomains(InRange<short>(0, 3), InRange<short>(0, 3));
int next_id() {
  static int last = 0;
  return ++last;
}
void FirstIdIsOne(bool is_asked) {
  if (is_asked) EXPECT_EQ(next_id(), 1);
}
FORALL(Native, FirstIdIsOne);
void Twice(int a) {
  EXPECT_EQ(next_id(), 1);
  EXPECT_EQ(next_id(), a == 7 ? 2 : 2);
}
FORALL(Native, Twice);
"""

COUNTED = """
#include <algorithm>
#include <array>
#include <forall/forall.h>
int comparisons(int x, std::array<int, 4> a) {
  int count = 0;
  (void)std::lower_bound(a.begin(), a.end(), x, [&](int l, int r) { ++count; return l < r; });
  return count;
}
void Few(int x) { EXPECT_LE(comparisons(x, {1, 3, 5, 7}), 3); }
FORALL(Counted, Few);
void Many(int x) { EXPECT_GE(comparisons(x, {1, 3, 5, 7}), 5); }
FORALL(Counted, Many);
void OfAnOrderedRange(std::array<int, 3> a) { EXPECT_GE(comparisons(4, {a[0], a[1], a[2], 9}), 0); }
FORALL(Counted, OfAnOrderedRange);
"""


class NativeRuns(Workspace):
    def test_neither_the_order_of_operands_nor_tests_before_make_a_difference(self):
        (self.folder / "native.cpp").write_text(SOURCE)
        run = self.explore("native.cpp", "--compiler", "g++")
        puts = run.puts()
        self.assertEqual({name: (put["verdict"], put["ledger"]) for name, put in puts.items()},
                         {"Native.Divides": ("refuted", []), "Native.FirstIdIsOne": ("proved", []),
                          "Native.Twice": ("proved", [])}, run)
        self.assertEqual([c["native"] for c in puts["Native.Divides"]["failing"]], ["confirmed"], run)

    def test_calls_of_an_order_by_checks_of_forall_neither_refute_nor_prove(self):
        (self.folder / "counted.cpp").write_text(COUNTED)
        puts = self.explore("counted.cpp").puts()
        lines = {name: (put["verdict"], [line["kind"] for line in put["ledger"]]) for name, put in puts.items()}
        self.assertEqual(lines, {"Counted.Few": ("open", ["algorithm-checks"]), "Counted.Many": ("open", ["algorithm-checks"]),
                                 "Counted.OfAnOrderedRange": ("refuted", [])})
        self.assertEqual({case["native"] for case in puts["Counted.OfAnOrderedRange"]["failing"]}, {"confirmed"})
        puts = self.explore("counted.cpp", "--", "-DFORALL_NO_LIBRARY_CHECKS").puts()
        self.assertEqual({name: (put["verdict"], put["ledger"]) for name, put in puts.items()},
                         {"Counted.Few": ("proved", []), "Counted.Many": ("refuted", []), "Counted.OfAnOrderedRange": ("proved", [])})


if __name__ == "__main__":
    unittest.main()
