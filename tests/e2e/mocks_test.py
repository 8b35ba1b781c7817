"""Mocks: an interface that nobody has implemented is an input, and its behaviours become tests."""

import json
import re
import subprocess
import unittest

from support import FORALL, ROOT, Workspace

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
#include "lamp_mock.h"
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
FORALL(LawfulKeys, FindsEqualKeys).Using<KeyLaws>().Deterministic<IKey>();
FORALL(ForgetfulKeys, FindsEqualKeys).Using<KeyLaws>();
void FindsAllKeys(const IKey& a, const IKey& b) {
  KeySet set;
  set.add(a);
  EXPECT_TRUE(set.contains(b));
}
FORALL(LawfulKeys, FindsAllKeys).Using<KeyLaws>().Deterministic<IKey>();
// Laws are about the values that there are: any of an enum with a fixed underlying type, two of the other one.
void HasNoOtherWeight(const IKey& a) { EXPECT_LE(static_cast<int>(a.weight()), 1); }
FORALL(LawfulKeys, HasNoOtherWeight).Using<KeyLaws>();
void HasNoOtherMass(const IKey& a) { EXPECT_LE(static_cast<int>(a.mass()), 1); }
FORALL(LawfulKeys, HasNoOtherMass).Using<KeyLaws>();
FORALL_AXIOMS(IKey, BadLaws);
void HashIsOdd(const IKey& a) { EXPECT_EQ(a.hash() % 2, 1U); }
FORALL(BadLaws, HashIsOdd);
void HashIsEven(const IKey& a) { EXPECT_EQ(a.hash() % 2, 0U); }
FORALL(BadLaws, HashIsEven);
void AnythingFollows(const IKey& a) { EXPECT_EQ(a.hash(), 7U); }
FORALL(UnlawfulKeys, AnythingFollows).Using<BadLaws>();

// A protocol that has an end.
FORALL_PROTOCOL(IGate, "open pass* close $");
void LeavesItOpen(IGate& gate, bool passes) {
  gate.open();
  if (passes) { gate.pass(); } else { gate.close(); }
}
FORALL(MoreTest, LeavesItOpen);
void ClosesIt(IGate& gate, bool opens) { if (opens) { gate.open(); gate.close(); } }
FORALL(MoreTest, ClosesIt);
void DestroysItOpen(std::unique_ptr<IGate> gate) { if (gate != nullptr) { gate->open(); } }
FORALL(MoreTest, DestroysItOpen);

// One that the code never follows.
FORALL_ASSUMED_PROTOCOL(ILamp, "on off");
void NothingSatisfiesIt(ILamp& lamp) { lamp.off(); }
FORALL(MoreTest, NothingSatisfiesIt);

// A template whose parameter is bound to a concept: the interface that the concept requires is mocked.
template <home::Dimmed T>
int turn_on(T& lamp) { if (!lamp.is_on()) { lamp.toggle(); } return lamp.dim(3); }
void IsOnAfterwards(home::DimmedInterface& lamp) { turn_on(lamp); EXPECT_TRUE(lamp.is_on()); }
FORALL(MoreTest, IsOnAfterwards);
void CanBeDimmed(home::DimmedInterface& lamp) { turn_on(lamp); }
FORALL(MoreTest, CanBeDimmed);

void HasNoOtherValue(ILamp& lamp) { EXPECT_LE(static_cast<int>(lamp.colour()), 3); EXPECT_LE(static_cast<int>(lamp.shade()), 1); }
FORALL(MoreTest, HasNoOtherValue);

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
struct IGate {
  virtual ~IGate() = default;
  virtual void open() = 0;
  virtual void pass() = 0;
  virtual void close() = 0;
};
typedef enum { kRed, kGreen, kBlue } Colour;
namespace { enum Shade { kDark, kLight }; }
struct ILamp {
  virtual ~ILamp() = default;
  virtual void on() = 0;
  virtual void off() = 0;
  virtual Colour colour() = 0;
  virtual Shade shade() = 0;
};
enum Weight { kLight, kHeavy };
enum Mass : int { kLittle, kMuch };
struct IKey {
  virtual ~IKey() = default;
  virtual Weight weight() const = 0;
  virtual Mass mass() const = 0;
  virtual unsigned hash() const = 0;
  virtual bool equals(const IKey& other) const = 0;
};
"""


LAMP_HEADER = """
#pragma once
#include <concepts>
#include <string>
namespace home {
template <class T>
concept Switch = requires(T& lamp, const T& seen) {
  { seen.is_on() } -> std::same_as<bool>;
  lamp.is_on();
  lamp.toggle();
};
template <class T>
concept Lamp = std::movable<T> || Switch<T>;
template <class T>
concept Dimmed = Switch<T> && requires(T* lamp, int level) { { lamp->dim(level) } noexcept -> std::convertible_to<int>; };
template <class T>
concept Counted = Switch<T> && requires(T& lamp) { lamp++; };
template <class T>
concept Nested = requires { typename T::value_type; };
template <class T>
concept Copied = requires(T& lamp, const T& other) { lamp.copy(other); };
template <class T>
concept Vague = requires(T& lamp) { { lamp.level() } -> std::integral; };
}
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

    def test_concepts_that_no_interface_meets_say_why(self):
        header = self.folder / "lamp.h"
        header.write_text(LAMP_HEADER)
        for name, why in {"Counted": r"requires 'lamp\+\+'", "Nested": "requires a type", "Copied": r"requires 'lamp.copy\(other\)'",
                          "Vague": "neither std::same_as nor", "Lamp": "requires 'std::movable", "Swich": "no concept Swich .*did you mean .*Switch"}.items():
            run = self.forall("mock", "--concept", name, "--in", header)
            self.assertEqual(run.code, 2, run)
            self.assertRegex(run.err, why, run)
            self.assert_one_message(run)

    def test_how_free_mocks_are(self):
        folder = self.folder / "more"
        folder.mkdir()
        (folder / "more.h").write_text(MORE_HEADER)
        (folder / "more_test.cpp").write_text(MORE)
        (folder / "lamp.h").write_text(LAMP_HEADER)
        run = self.forall("mock", "ILock", "IKey", "IGate", "ILamp", "--in", "more.h", "--out", "more_mock.h", cwd=folder)
        self.assertEqual(run.code, 0, run)
        run = self.forall("mock", "--concept", "home::Dimmed", "--in", "lamp.h", "--out", "lamp_mock.h", cwd=folder)
        self.assertEqual(run.code, 0, run)
        run = self.explore("more_test.cpp", cwd=folder)
        self.assertEqual({name: put["verdict"] for name, put in run.puts().items()}, {
            "MoreTest.Polls": "open", "MoreTest.IsTheSameTwice": "refuted", "MoreTest.IsDeterministic": "proved",
            "MoreTest.IsNotDeterministicAfterAChange": "refuted", "MoreTest.Throws": "refuted", "MoreTest.MayAlias": "refuted",
            "MoreTest.CallsMayDiffer": "refuted", "MoreTest.IsNotAFriendOfOthers": "refuted",
            "MoreTest.LeavesItOpen": "refuted", "MoreTest.ClosesIt": "proved", "MoreTest.DestroysItOpen": "refuted",
            "MoreTest.NothingSatisfiesIt": "open", "MoreTest.IsOnAfterwards": "refuted", "MoreTest.CanBeDimmed": "proved", "MoreTest.HasNoOtherValue": "proved",
            "KeyLaws.EqualKeysHaveEqualHashes": "open", "FreeKeys.FindsEqualKeys": "refuted",
            "LawfulKeys.FindsEqualKeys": "proved", "LawfulKeys.HasNoOtherWeight": "proved", "LawfulKeys.HasNoOtherMass": "refuted",
            "ForgetfulKeys.FindsEqualKeys": "refuted", "LawfulKeys.FindsAllKeys": "refuted",
            "BadLaws.HashIsOdd": "open", "BadLaws.HashIsEven": "open", "UnlawfulKeys.AnythingFollows": "open"}, run)
        puts = run.puts()

        def kinds(name):
            return {line["kind"] for line in puts[name]["ledger"]}

        self.assertIn("unfold-bound", kinds("MoreTest.Polls"))
        self.assertEqual(puts["MoreTest.Throws"]["paths"], 3)
        self.assertEqual(kinds("KeyLaws.EqualKeysHaveEqualHashes"), {"assumed-law"})
        self.assertEqual(kinds("UnlawfulKeys.AnythingFollows"), {"contradictory-axioms"})
        self.assertEqual(kinds("MoreTest.NothingSatisfiesIt"), {"vacuous"})
        self.assertEqual([(line["kind"], line["count"]) for line in puts["MoreTest.IsNotAFriendOfOthers"]["ledger"]],
                         [("friendly-mock", 1)])
        failed = self.check_replay(puts, folder)
        self.assertEqual({name: failed.count(name) for name in ("MoreTest.LeavesItOpen", "MoreTest.DestroysItOpen")},
                         {"MoreTest.LeavesItOpen": 1, "MoreTest.DestroysItOpen": 1})

    def check_replay(self, puts, folder):
        """The stored cases end as recorded: in tests that forall writes, and in an ordinary program, which needs none.
        Returns the names of the tests of the cases that failed in the latter."""
        some = ["MoreTest.LeavesItOpen", "MoreTest.DestroysItOpen", "MoreTest.Throws", "FreeKeys.FindsEqualKeys"]
        run = self.forall("replay", "--json", *some, cwd=folder)
        replayed = {put["name"]: put for put in run.json()["puts"]}
        for name, put in replayed.items():
            self.assertEqual((put["changed"], put["failing"]), (0, len(puts[name]["failing"])), (name, put))
        self.assertEqual(set(replayed), set(some), run)
        library = FORALL.parent.parent / "lib"
        program = folder / "replaying"
        built = subprocess.run(["g++", "-std=c++20", "-DFORALL_REPLAY", f"-I{ROOT / 'include'}", folder / "more_test.cpp", "-o", program,
                                f"-L{library}", f"-Wl,-rpath,{library}", "-lforall_replay", "-lgtest", "-lgtest_main"],
                               capture_output=True, text=True)
        self.assertEqual(built.returncode, 0, built.stderr)
        run = subprocess.run([program, "--gtest_brief=1", "--gtest_output=json:replayed.json"], capture_output=True, text=True, cwd=folder)
        suites = json.loads((folder / "replayed.json").read_text())["testsuites"]
        failed = [f"{suite['name']}.{test['name'].split('/')[0]}" for suite in suites for test in suite["testsuite"] if test.get("failures")]
        # Mocks do not obey the laws that these tests use.
        results = {test["result"] for suite in suites for test in suite["testsuite"] if suite["name"] in ("LawfulKeys", "ForgetfulKeys")}
        self.assertEqual(results, {"SKIPPED"}, run)
        # One test of an ordinary program for each group of failures.
        self.assertEqual({name: failed.count(name) for name in some}, {name: len(puts[name]["failures"]) for name in some}, run)
        return failed

    def test_every_shape_is_mocked_explored_emitted_and_run(self):
        header = self.folder / "shapes.h"
        header.write_text((SHAPES / "shapes.h").read_text())
        (self.folder / "shapes_test.cpp").write_text((SHAPES / "shapes_test.cpp").read_text())
        names = (SHAPES / "interfaces.txt").read_text().splitlines()
        run = self.forall("mock", *names, "--in", "shapes.h", "--out", "shapes_mock.h")
        self.assertEqual(run.code, 0, run)
        run = self.explore("shapes_test.cpp", "--no-confirm")  # what is emitted runs below
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
