"""Tests stand in for the code they describe: who is explored first, what a verdict assumes, what real runs show."""

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


def standings(put):
    return {axiom["put"].split(".")[1]: axiom["standing"] for axiom in put["axioms"]}


class Axioms(Workspace):
    """One story: each step goes on from the one before."""

    def put_file(self, name, text):
        (self.folder / name).write_text(text)

    def explored(self, *arguments, sources=("test.cpp", "counter.cpp"), puts=("C*",), codes=(0, 1)):
        chosen = [word for glob in puts for word in ("--put", glob)]
        run = self.forall("explore", "--json", "--quiet", *sources, "--no-confirm", *chosen, *arguments)
        self.assertIn(run.code, codes, run)
        return run, run.puts()

    def test_story(self):
        self.put_file("counter.h", HEADER)
        self.put_file("counter.cpp", SOURCE)
        self.put_file("test.cpp", TEST)
        for step in (self.proved_assuming_what_is_proved, self.kept_while_nothing_changes, self.deep_runs_all_code,
                     self.a_suite_that_describes_nothing_is_refused, self.a_proof_of_other_code_is_stale,
                     self.a_wrong_axiom_is_refused, self.contradictory_axioms_prove_nothing, self.no_code_is_needed):
            with self.subTest(step.__name__):
                step()

    def proved_assuming_what_is_proved(self):
        run, puts = self.explored()
        self.assertEqual(run.code, 1, run)
        self.assertEqual(run.json()["puts"][0]["name"], "Client.Totals", run)  # explored last, and still the first
        self.assertEqual(puts["CounterTests.AddAdds"]["verdict"], "proved", run)
        self.assertEqual(puts["Client.Totals"]["verdict"], "proved", run)
        self.assertEqual(standings(puts["Client.Totals"]), STANDINGS, run)
        never = puts["Client.Never42"]
        self.assertEqual(never["verdict"], "refuted", run)
        values = {value["name"]: int(value["text"]) for value in never["failing"][0]["values"]}
        self.assertEqual(values["a"] + max(values["b"], 0), 42, run)
        self.assertTrue((self.folder / "forall-tests/Client_Never42_test.cpp").exists())
        shown = self.forall("list")
        self.assertRegex(shown.out, r"Client\.Totals .*\(assuming 3 axioms\)", shown)
        shown = self.forall("show", "Client.Totals")
        self.assertIn("assuming CounterTests.NewIsZero, CounterTests.AddAdds, CounterTests.ValueIsPure (3 proved)", shown.out, shown)

    def kept_while_nothing_changes(self):
        run, puts = self.explored(puts=("Client.*",))
        self.assertEqual({put["kept"] for put in puts.values()}, {True}, run)
        self.assertEqual(standings(puts["Client.Totals"]), STANDINGS, run)

    def deep_runs_all_code(self):
        run, puts = self.explored("--deep", puts=("Client.Totals",))
        put = puts["Client.Totals"]
        self.assertEqual((put["kept"], put["verdict"], put["axioms"]), (False, "proved", []), run)

    def a_suite_that_describes_nothing_is_refused(self):
        run = self.forall("explore", "test.cpp", "counter.cpp", "--using", "Client")
        self.assert_user_error(run, "Client describes no class", "CounterTests")

    def a_proof_of_other_code_is_stale(self):
        self.put_file("counter.cpp", SOURCE.replace("value_ += n;", "value_ = n + value_ + 1 - 1;"))
        run, puts = self.explored(puts=("Client.Totals",), codes=(3,))
        put = puts["Client.Totals"]
        self.assertEqual((put["kept"], put["verdict"]), (False, "proved"), run)
        self.assertEqual(standings(put)["AddAdds"], "stale", run)
        run, puts = self.explored()
        self.assertEqual(standings(puts["Client.Totals"]), STANDINGS, run)

    def a_wrong_axiom_is_refused(self):
        self.put_file("counter.cpp", SOURCE.replace("value_ += n;", "if (n != 7) value_ += n;"))
        run, puts = self.explored()
        axioms = {axiom["put"]: axiom for axiom in puts["Client.Totals"]["axioms"]}
        self.assertEqual(axioms["CounterTests.AddAdds"]["standing"], "refused", run)
        self.assertRegex(axioms["CounterTests.AddAdds"]["why"], r"n = 7.*: trap at test\.cpp", run)
        self.assertNotEqual(puts["Client.Totals"]["verdict"], "proved", run)

    def contradictory_axioms_prove_nothing(self):
        run, puts = self.explored(puts=("CoinClient.*",))
        put = puts["CoinClient.Tosses"]
        self.assertEqual(put["verdict"], "open", run)
        self.assertEqual([line["kind"] for line in put["ledger"]], ["contradictory-axioms"], run)
        self.assertIn("CoinTests.ShowsOne and CoinTests.ShowsTwo", put["ledger"][0]["text"], run)

    def no_code_is_needed(self):
        (self.folder / "forall-tests/Client_Totals_test.cpp").unlink(missing_ok=True)
        run, puts = self.explored(sources=("test.cpp",), puts=("Client.*", "CounterTests.*"))
        self.assertEqual(run.code, 1, run)
        self.assertEqual(puts["CounterTests.AddAdds"]["verdict"], "open", run)
        self.assertEqual(puts["Client.Totals"]["verdict"], "proved", run)
        self.assertEqual({axiom["why"] for axiom in puts["Client.Totals"]["axioms"]}, {"no code"}, run)
        self.assertEqual(puts["Client.Never42"]["verdict"], "refuted", run)
        self.assertIn("no-code", [note["kind"] for note in puts["Client.Never42"]["notes"]], run)
        self.assertFalse((self.folder / "forall-tests/Client_Totals_test.cpp").exists())


if __name__ == "__main__":
    unittest.main()
