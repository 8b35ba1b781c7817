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

RING = """
#include <forall/forall.h>
template <class T>
struct Ring {
  explicit Ring(std::size_t n) : items_(new T[n]()) {}
  ~Ring() { delete[] items_; }
  T at(std::size_t i) const {
    return items_[i];
  }
  T* items_;
};
void ReadsZero(bool far) {
  Ring<int> ring(2);
  EXPECT_EQ(ring.at(far ? 2 : 1), 0);
}
FORALL(Rings, ReadsZero);
"""
NAMED = """
#include <string>
struct Named {
  explicit Named(std::string name);
  std::string name_;
};
Named::Named(std::string name) : name_(std::move(name)) {}
"""
COUNTED = """
#include <algorithm>
#include <array>
#include <stdexcept>
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
// An order that stands no call with one element twice, which std::sort never makes.
void Strict(std::array<int, 3> a) {
  std::sort(a.begin(), a.end(), [](const int& l, const int& r) {
    if (&l == &r) throw std::logic_error("the same");
    return l < r;
  });
  EXPECT_LE(a[0], a[2]);
}
FORALL(Counted, Strict);
// The last of more calls than have runs of their own.
void LastOfMany(int a, int b) {
  std::array<int, 4> sorted = {1, 3, 5, 7};
  for (int i = 0; i < 40; ++i) (void)std::lower_bound(sorted.begin(), sorted.end(), i);
  std::array<int, 2> last = {a, b};
  (void)std::lower_bound(last.begin(), last.end(), 5);
}
FORALL(Counted, LastOfMany);
// What no solver decides is tried for all inputs: the check as well.
void Tried(std::uint8_t a) {
  double x = a;
  for (int i = 0; i < 3; ++i) x = std::sin(x) * 3;
  const std::array<double, 2> values = {x, std::cos(x)};
  (void)std::lower_bound(values.begin(), values.end(), 0.99);
}
FORALL(Counted, Tried);
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

    def test_an_error_in_a_template_is_confirmed_in_a_program_of_several_files(self):
        """There GCC's AddressSanitizer finds no line for it."""
        (self.folder / "ring.cpp").write_text(RING)
        (self.folder / "named.cpp").write_text(NAMED)
        put = self.explore("ring.cpp", "named.cpp").puts()["Rings.ReadsZero"]
        self.assertEqual((put["verdict"], [case["native"] for case in put["failing"]], put["ledger"]), ("refuted", ["confirmed"], []))
        replayed = self.forall("replay", "Rings.*", "--sanitize", "address")
        self.assertIn("ring.cpp:8: heap-buffer-overflow", replayed.out + replayed.err)

    def test_calls_of_an_order_by_checks_of_forall_neither_refute_nor_prove(self):
        (self.folder / "counted.cpp").write_text(COUNTED)
        expected = {"Few": "proved", "Many": "refuted", "OfAnOrderedRange": "refuted", "Strict": "proved",
                    "LastOfMany": "refuted", "Tried": "refuted"}
        for options in ([], ["--emit", "none"]):
            puts = self.explore("counted.cpp", *options).puts()
            verdicts = {name.removeprefix("Counted."): put["verdict"] for name, put in puts.items()}
            self.assertEqual(verdicts, expected)
            self.assertEqual({name: put["ledger"] for name, put in puts.items() if put["ledger"]}, {})
            self.assertEqual({put["discarded"] for put in puts.values()}, {0})
            # Nobody is shown whether a run looked.
            passed = [case for case in self.cases("Counted.Few") if case["outcome"]["kind"] == "passed"]
            self.assertEqual({len(case["inputs"]) for case in passed}, {1}, passed)
        puts = self.explore("counted.cpp").puts()
        for name in ("OfAnOrderedRange", "LastOfMany", "Tried"):
            self.assertEqual({case["native"] for case in puts["Counted." + name]["failing"]}, {"confirmed"}, name)
        puts = self.explore("counted.cpp", "--", "-DFORALL_NO_LIBRARY_CHECKS").puts()
        verdicts = {name.removeprefix("Counted."): put["verdict"] for name, put in puts.items()}
        self.assertEqual(verdicts, expected | {"OfAnOrderedRange": "proved", "LastOfMany": "proved", "Tried": "proved"})


if __name__ == "__main__":
    unittest.main()
