"""Mocks: an interface that nobody has implemented is an input, and its behaviours become tests."""

import os
import re
import subprocess
import unittest

from support import ROOT, Workspace

EXAMPLES = ROOT / "examples/mocks"
SHAPES = ROOT / "tests/mocks"

ERRORS = {
    "Final": "class Final final { public: virtual ~Final() = default; virtual int f() = 0; };",
    "Plain": "struct Plain { int f(); };",
    "Closed": "class Closed { public: virtual int f() = 0; private: ~Closed() = default; };",
    "Sealed": "class Sealed { public: virtual ~Sealed() = default; virtual int f() = 0; private: Sealed() = default; };",
    "Variadic": "struct Variadic { virtual ~Variadic() = default; virtual int f(const char* format, ...) = 0; };",
}

MORE = """
#include <forall/forall.h>
#include <stdexcept>
#include "more_mock.h"
FORALL_AXIOMS(IKey, KeyLaws);
FORALL_THROWS(ILock, take, std::runtime_error, std::bad_alloc);

// A hash set of at most one key for each of two buckets.
struct KeySet {
  const IKey* buckets[2] = {};
  void add(const IKey& key) { buckets[key.hash() % 2] = &key; }
  bool contains(const IKey& key) const {
    const IKey* found = buckets[key.hash() % 2];
    return found != nullptr && key.equals(*found);
  }
};
void EqualKeysHaveEqualHashes(const IKey& a, const IKey& b) {
  if (a.equals(b)) { EXPECT_EQ(a.hash(), b.hash()); }
}
FORALL(KeyLaws, EqualKeysHaveEqualHashes);
void FindsEqualKeys(const IKey& a, const IKey& b) {
  KeySet set;
  set.add(a);
  if (b.equals(a)) { EXPECT_TRUE(set.contains(b)); }
}
FORALL(FreeKeys, FindsEqualKeys);

// A loop that polls has no end.
void Polls(ILock& lock) { while (!lock.is_free()) {} }
FORALL(MoreTest, Polls).WithBounds({.unfold = 4});

void IsTheSameTwice(const ILock& lock, int i, int k) {
  const int first = lock.owner(i);
  const int second = lock.owner(k);
  if (i == k) { EXPECT_EQ(first, second); }
}
FORALL(MoreTest, IsTheSameTwice);
void IsDeterministic(const ILock& lock, int i, int k) { IsTheSameTwice(lock, i, k); }
FORALL(MoreTest, IsDeterministic).Deterministic<ILock>();
void IsNotDeterministicAfterAChange(ILock& lock) {
  const int first = lock.owner(1);
  try { lock.take(); } catch (const std::exception&) {}
  EXPECT_EQ(first, lock.owner(1));
}
FORALL(MoreTest, IsNotDeterministicAfterAChange).Deterministic<ILock>();

void Throws(ILock& lock) { lock.take(); }
FORALL(MoreTest, Throws);
void MayAlias(ILock& a, ILock& b) { EXPECT_NE(&a, &b); }
FORALL(MoreTest, MayAlias);
void CallsMayDiffer(const ILock& lock) { EXPECT_EQ(lock.owner(1), lock.owner(1)); }
FORALL(MoreTest, CallsMayDiffer);
void IsNotAFriendOfOthers(ILock& lock, int y) {
  lock.is_free();
  if (lock.owner(1) > 5) { EXPECT_LT(lock.owner(2), 7); }
  EXPECT_NE(y, 3);
}
FORALL(MoreTest, IsNotAFriendOfOthers).Friendly<ILock>();
"""
MORE_HEADER = """
#pragma once
struct ILock {
  virtual ~ILock() = default;
  virtual bool is_free() = 0;
  virtual int owner(int key) const = 0;
  virtual void take() = 0;
};
struct IKey {
  virtual ~IKey() = default;
  virtual unsigned hash() const = 0;
  virtual bool equals(const IKey& other) const = 0;
};
"""


class Mocks(Workspace):
    def test_errors_say_what_to_do(self):
        header = self.folder / "errors.h"
        header.write_text("\n".join(ERRORS.values()))
        for name, why in {"Final": "is final", "Plain": "has no virtual functions", "Closed": "has a private destructor",
                          "Sealed": "has no default constructor", "Variadic": "C-style variable arguments",
                          "Missing": "no class Missing"}.items():
            run = self.forall("mock", name, "--in", header)
            self.assertEqual(run.code, 2, run)
            self.assertIn(why, run.err, run)

    def test_how_free_mocks_are(self):
        (self.folder / "more.h").write_text(MORE_HEADER)
        (self.folder / "more_test.cpp").write_text(MORE)
        run = self.forall("mock", "ILock", "IKey", "--in", "more.h", "--out", "more_mock.h")
        self.assertEqual(run.code, 0, run)
        run = self.explore("more_test.cpp")
        self.assertEqual({name: put["verdict"] for name, put in run.puts().items()}, {
            "MoreTest.Polls": "open", "MoreTest.IsTheSameTwice": "refuted", "MoreTest.IsDeterministic": "proved",
            "MoreTest.IsNotDeterministicAfterAChange": "refuted", "MoreTest.Throws": "refuted", "MoreTest.MayAlias": "refuted",
            "MoreTest.CallsMayDiffer": "refuted", "MoreTest.IsNotAFriendOfOthers": "refuted",
            "KeyLaws.EqualKeysHaveEqualHashes": "open", "FreeKeys.FindsEqualKeys": "refuted"}, run)
        puts = run.puts()
        self.assertIn("unfold-bound", {line["kind"] for line in puts["MoreTest.Polls"]["ledger"]})
        self.assertEqual(puts["MoreTest.Throws"]["paths"], 3)

    def test_every_shape_is_mocked_explored_emitted_and_run(self):
        header = self.folder / "shapes.h"
        header.write_text((SHAPES / "shapes.h").read_text())
        (self.folder / "shapes_test.cpp").write_text((SHAPES / "shapes_test.cpp").read_text())
        names = (SHAPES / "interfaces.txt").read_text().splitlines()
        run = self.forall("mock", *names, "--in", "shapes.h", "--out", "shapes_mock.h")
        self.assertEqual(run.code, 0, run)
        run = self.explore("shapes_test.cpp")
        puts = run.puts()
        self.assertGreaterEqual(len(puts), 60)
        for name, put in puts.items():  # longer strings may take other paths
            self.assertLessEqual({line["kind"] for line in put["ledger"]}, {"length-bound"}, name)
            self.assertEqual(put["verdict"], "open" if put["ledger"] else "proved", name)
        decided = re.findall(r"SHAPE\((\w+),[^\n]*SUCCEED", (SHAPES / "shapes_test.cpp").read_text())
        self.assertGreater(len(decided), 60)
        for name in decided:  # what a mock returns or writes is an input, so both sides of its `if` are taken
            self.assertGreaterEqual(puts[f"Shapes.{name}"]["paths"], 2, name)
        for form, compiler in [("gmock", "g++"), ("plain", "clang++-19")]:
            out = self.folder / form
            self.assertEqual(self.forall("emit", "--mocks", form, "--out", out).code, 0)
            every = out / "all.cpp"
            every.write_text("".join(f'#include "{file.name}"\n' for file in sorted(out.glob("*_test.cpp"))))
            program = self.folder / f"{form}_tests"
            self.assertEqual(self.run_compiler(compiler, every, program), "")
            tests = subprocess.run([program, "--gtest_brief=1"], capture_output=True, text=True)
            self.assertEqual(tests.returncode, 0, tests.stdout)

    def run_compiler(self, compiler, source, program):
        compiled = subprocess.run([compiler, "-std=c++20", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'include'}", source, "-o",
                                   program, "-lgmock", "-lgtest", "-lgtest_main", "-lpthread"], capture_output=True, text=True)
        return compiled.stderr


if __name__ == "__main__":
    unittest.main()
