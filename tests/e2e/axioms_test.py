"""Tests stand in for the code they describe: who is explored first, what a verdict assumes, what real runs show."""

import shutil
import unittest

from support import Workspace

# Without GoogleTest, and what changes without forall's header: small files compile fast.
HEADER = """#pragma once
class Counter {
 public:
  Counter();
  void add(int n);
  int value() const;
 private:
  int value_;
};
"""
SOURCE = """#include "counter.h"
Counter::Counter() : value_(0) {}
void Counter::add(int n) { value_ += n; }
int Counter::value() const { return value_; }
"""
TEST = """#include <forall/forall.h>
#include "counter.h"
FORALL_AXIOMS(Counter, CounterTests);
FORALL_STATE(Counter, value_);

int total(int a, int b) {
  Counter counter;
  counter.add(a);
  if (b > 0) counter.add(b);
  return counter.value();
}
void Totals(int a, int b) {
  ASSUME(0 < a && a < 100 && b < 100);
  if (total(a, b) != (b > 0 ? a + b : a)) __builtin_trap();
}
FORALL(Client, Totals).Using<CounterTests>();
void Never42(int a, int b) {
  ASSUME(0 < a && a < 100 && b < 100);
  if (total(a, b) == 42) __builtin_trap();
}
FORALL(Client, Never42).Using<CounterTests>();

void NewIsZero() {
  Counter counter;
  if (counter.value() != 0) __builtin_trap();
}
FORALL(CounterTests, NewIsZero);
void AddAdds(Counter& counter, int n) {
  const int before = counter.value();
  ASSUME(-1000 < before && before < 1000 && -1000 < n && n < 1000);
  counter.add(n);
  if (counter.value() != before + n) __builtin_trap();
}
FORALL(CounterTests, AddAdds);
void ValueIsPure(Counter& counter) { counter.value(); }
FORALL(CounterTests, ValueIsPure).Pure();

// Nobody defines it, so nobody refutes what is said about it.
struct Coin {
  Coin();
  int side() const;
};
FORALL_AXIOMS(Coin, CoinTests);
void ShowsOne() {
  Coin coin;
  if (coin.side() != 1) __builtin_trap();
}
FORALL(CoinTests, ShowsOne);
void ShowsTwo() {
  Coin coin;
  if (coin.side() != 2) __builtin_trap();
}
FORALL(CoinTests, ShowsTwo);
void Tosses() {
  Coin coin;
  if (coin.side() > 2) __builtin_trap();
}
FORALL(CoinClient, Tosses).Using<CoinTests>();
"""
STANDINGS = {"NewIsZero": "proved", "AddAdds": "proved", "ValueIsPure": "proved"}
# What Counter::add may be; "none": there is no code at all.
CODE = {
    "plain": SOURCE,
    "other": SOURCE.replace("value_ += n;", "value_ = n + value_ + 1 - 1;"),
    "wrong": SOURCE.replace("value_ += n;", "if (n != 7) value_ += n;"),
    "none": None,
}


def standings(put):
    return {axiom["put"].split(".")[1]: axiom["standing"] for axiom in put["axioms"]}


class Axioms(Workspace):
    """Each test explores in a folder of its own. Programs are built once, and so is the exploration that others start from."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        (cls.folder / "counter.h").write_text(HEADER)
        (cls.folder / "test.cpp").write_text(TEST)
        cls.compile("-c", cls.folder / "test.cpp", "-o", "test.o")

    @classmethod
    def compile(cls, *arguments):
        run = cls.forall("c++", "--described", "7Counter", "-std=c++20", *arguments)
        if run.code != 0:
            raise AssertionError(str(run))

    @classmethod
    def target(cls, code):
        path = cls.folder / code
        if not path.exists():
            objects = ["test.o"]
            if CODE[code]:
                objects.append(f"{code}.o")
                (cls.folder / f"{code}.cpp").write_text(CODE[code])
                cls.compile("-c", f"{code}.cpp", "-o", objects[-1])
            cls.compile(*objects, "-o", path)
        return path

    @classmethod
    def explore_in(cls, place, code, *arguments, puts=("C*",)):
        place.mkdir(exist_ok=True)
        chosen = [word for glob in puts for word in ("--put", glob)]
        return cls.forall("explore", "--json", "--quiet", cls.target(code), "--no-confirm", *chosen, *arguments, cwd=place)

    @classmethod
    def proved(cls):
        """The exploration of the code as the axioms describe it, and its folder."""
        place = cls.folder / "proved"
        if not place.exists():
            cls.proving = cls.explore_in(place, "plain")
        return cls.proving, place

    def setUp(self):
        self.place = self.folder / self._testMethodName

    def start_from_proved(self):
        shutil.copytree(self.proved()[1], self.place)

    def explored(self, code, *arguments, puts=("C*",), codes=(0, 1)):
        run = self.explore_in(self.place, code, *arguments, puts=puts)
        self.assertIn(run.code, codes, run)
        return run, run.puts()

    def test_a_client_is_proved_assuming_what_is_proved(self):
        run, place = self.proved()
        self.assertEqual(run.code, 1, run)
        puts = run.puts()
        self.assertEqual(run.json()["puts"][0]["name"], "Client.Totals", run)  # explored last, and still the first
        self.assertEqual(puts["CounterTests.AddAdds"]["verdict"], "proved", run)
        self.assertEqual(puts["Client.Totals"]["verdict"], "proved", run)
        self.assertEqual(standings(puts["Client.Totals"]), STANDINGS, run)
        shown = self.forall("list", cwd=place)
        self.assertRegex(shown.out, r"Client\.Totals .*\(assuming 3 axioms\)", shown)
        shown = self.forall("show", "Client.Totals", cwd=place)
        self.assertIn("assuming CounterTests.NewIsZero, CounterTests.AddAdds, CounterTests.ValueIsPure (3 proved)", shown.out, shown)

    def test_a_client_is_refuted_by_a_run_of_the_code(self):
        run, place = self.proved()
        never = run.puts()["Client.Never42"]
        self.assertEqual(never["verdict"], "refuted", run)
        values = {value["name"]: int(value["text"]) for value in never["failing"][0]["values"]}
        self.assertEqual(values["a"] + max(values["b"], 0), 42, run)
        self.assertTrue((place / "forall-tests/Client_Never42_test.cpp").exists())

    def test_a_verdict_is_kept_while_nothing_changes(self):
        self.start_from_proved()
        run, puts = self.explored("plain", puts=("Client.*",))
        self.assertEqual({put["kept"] for put in puts.values()}, {True}, run)
        self.assertEqual(standings(puts["Client.Totals"]), STANDINGS, run)

    def test_deep_runs_all_code(self):
        self.start_from_proved()
        run, puts = self.explored("plain", "--deep", puts=("Client.Totals",))
        put = puts["Client.Totals"]
        self.assertEqual((put["kept"], put["verdict"], put["axioms"]), (False, "proved", []), run)

    def test_a_suite_that_describes_nothing_is_refused(self):
        run = self.explore_in(self.place, "plain", "--using", "Client")
        self.assert_user_error(run, "Client describes no class", "CounterTests")

    def test_a_proof_of_other_code_is_stale_until_it_is_made_again(self):
        self.start_from_proved()
        run, puts = self.explored("other", puts=("Client.Totals",), codes=(3,))
        put = puts["Client.Totals"]
        self.assertEqual((put["kept"], put["verdict"]), (False, "proved"), run)
        self.assertEqual(standings(put)["AddAdds"], "stale", run)
        run, puts = self.explored("other", puts=("Client.Totals", "CounterTests.*"))
        self.assertEqual(standings(puts["Client.Totals"]), STANDINGS, run)

    def test_a_wrong_axiom_is_refused(self):
        run, puts = self.explored("wrong", puts=("Client.Totals", "CounterTests.*"))
        axioms = {axiom["put"]: axiom for axiom in puts["Client.Totals"]["axioms"]}
        self.assertEqual(axioms["CounterTests.AddAdds"]["standing"], "refused", run)
        self.assertRegex(axioms["CounterTests.AddAdds"]["why"], r"n = 7.*: trap at \.\./test\.cpp", run)
        self.assertNotEqual(puts["Client.Totals"]["verdict"], "proved", run)

    def test_contradictory_axioms_prove_nothing(self):
        run, puts = self.explored("plain", puts=("CoinClient.*",))
        put = puts["CoinClient.Tosses"]
        self.assertEqual(put["verdict"], "open", run)
        self.assertEqual([line["kind"] for line in put["ledger"]], ["contradictory-axioms"], run)
        self.assertIn("CoinTests.ShowsOne and CoinTests.ShowsTwo", put["ledger"][0]["text"], run)

    def test_no_code_is_needed(self):
        run, puts = self.explored("none", puts=("Client.*", "CounterTests.*"))
        self.assertEqual(run.code, 1, run)
        self.assertEqual(puts["CounterTests.AddAdds"]["verdict"], "open", run)
        self.assertEqual(puts["Client.Totals"]["verdict"], "proved", run)
        self.assertEqual({axiom["why"] for axiom in puts["Client.Totals"]["axioms"]}, {"no code"}, run)
        self.assertEqual(puts["Client.Never42"]["verdict"], "refuted", run)
        self.assertIn("no-code", [note["kind"] for note in puts["Client.Never42"]["notes"]], run)
        self.assertFalse((self.place / "forall-tests/Client_Totals_test.cpp").exists())


if __name__ == "__main__":
    unittest.main()
