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


class NativeRuns(Workspace):
    def test_neither_the_order_of_operands_nor_tests_before_make_a_difference(self):
        (self.folder / "native.cpp").write_text(SOURCE)
        run = self.explore("native.cpp", "--compiler", "g++")
        puts = run.puts()
        self.assertEqual({name: (put["verdict"], put["ledger"]) for name, put in puts.items()},
                         {"Native.Divides": ("refuted", []), "Native.FirstIdIsOne": ("proved", []),
                          "Native.Twice": ("proved", [])}, run)
        self.assertEqual([c["native"] for c in puts["Native.Divides"]["failing"]], ["confirmed"], run)


if __name__ == "__main__":
    unittest.main()
