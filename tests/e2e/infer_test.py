"""forall infer: laws of a class, each with its verdict; what a class does not show; what cannot be inferred.

Two of the classes of examples/infer/laws.txt are checked; with FORALL_INFER_ALL in the environment, all of them."""

import os
import re
import unittest

from support import ROOT, Workspace

EXAMPLES = ROOT / "examples"
LIST = EXAMPLES / "papers/array_list/array_list_state.h"
QUICK = ["BoundedQueue", "IntervalSet"]


def parts(text):
    """The conditions, the call and the effects of a law."""
    found = re.fullmatch(r"(?:if (?P<if>.*?), (?=[\w<>]+\())?(?P<call>.*?)(?:: (?P<effects>.*)| throws (?P<throws>\S+))", text)
    conditions = set((found["if"] or "").split(" and ")) - {""}
    effects = {"throws " + found["throws"]} if found["throws"] else set(found["effects"].split(" and "))
    return conditions, found["call"], effects


def opposite(condition):
    """!(condition), as laws write it."""
    for symbol, other in [(" == ", " != "), (" != ", " == "), (" <= ", " > "), (" >= ", " < "), (" < ", " >= "), (" > ", " <= ")]:
        if symbol in condition:
            return condition.replace(symbol, other)
    return condition[1:] if condition.startswith("!") else "!" + condition


def is_found(law, inferred):
    """Is there a law with this effect that assumes no more, or are there two that differ in one condition and its opposite?"""
    wanted, wanted_call, wanted_effects = parts(law)
    more = [conditions - wanted for conditions, call, effects in inferred if call == wanted_call and wanted_effects <= effects]
    cases = {next(iter(conditions)) for conditions in more if len(conditions) == 1}
    return set() in more or any(opposite(case) in cases for case in cases)


def ground_truth():
    """(class, header, laws) for each section of the file."""
    for section in re.split(r"^\[", (EXAMPLES / "infer/laws.txt").read_text(), flags=re.MULTILINE)[1:]:
        head, *laws = section.strip().splitlines()
        name, header = head.rstrip("]").split()
        yield name, EXAMPLES / header, [law for law in laws if law]


class Infer(Workspace):
    def infer(self, *arguments):
        return self.forall("infer", "--json", *arguments)

    def test_one_observer_of_the_list_gives_one_law_of_add(self):
        run = self.infer("ArrayList", "--in", LIST, "--modifier", "add", "--observer", "count")
        self.assertEqual([(law["text"], law["verdict"]) for law in run.json()["laws"]],
                         [("add(value): count() == old count() + 1", "proved")], run)

    def test_two_observers_give_two_laws(self):
        run = self.infer("ArrayList", "--in", LIST, "--modifier", "add", "--observer", "count", "--observer", "capacity", "--as-axioms",
                         "--out", "laws.cpp")
        always = "add(value): count() == old count() + 1 and "
        self.assertEqual({(law["text"], law["verdict"]) for law in run.json()["laws"]},
                         {("if count() < capacity(), " + always + "capacity() == old capacity()", "proved"),
                          ("if count() == capacity(), " + always + "capacity() > old capacity()", "proved")}, run)
        self.assertEqual(run.json()["undetermined"], ["capacity() of add: only its order is known"])
        source = (self.folder / "laws.cpp").read_text()
        self.assertIn("FORALL_AXIOMS(ArrayList, ArrayListAxioms);", source)
        self.assertNotIn("size_", source)

    def test_laws_that_a_person_wrote_down_are_found(self):
        for name, header, laws in ground_truth():
            if name not in QUICK and "FORALL_INFER_ALL" not in os.environ:
                continue
            run = self.infer(name, "--in", header)
            inferred = [parts(law["text"]) for law in run.json()["laws"] if not law["text"].endswith("changes nothing")]
            self.assertEqual({law["verdict"] for law in run.json()["laws"]}, {"proved"}, run)
            missing = [law for law in laws if not is_found(law, inferred)]
            print(f"{name}: {len(laws) - len(missing)} of {len(laws)} found, {len(run.json()['laws'])} laws")
            self.assertLessEqual(len(missing), len(laws) // 10, "\n".join(missing) + f"\n{run}")

    def test_a_missing_observer_is_incomplete_with_two_states(self):
        found = self.infer("Turnstile", "--in", EXAMPLES / "infer/turnstile.h").json()
        self.assertTrue(any("pass makes result 0 or 1" in text and "is_locked_: true" in text and "is_locked_: false" in text
                            for text in found["incomplete"]), found)
        self.assertEqual(found["verbose"], [])

    def test_an_observer_that_leaks_is_too_verbose(self):
        found = self.infer("FlagSet", "--in", EXAMPLES / "infer/flag_set.h", "--modifier", "clear").json()
        self.assertEqual(found["incomplete"], [])
        self.assertTrue(any("clear makes last_slot() 0 or 1" in text for text in found["verbose"]), found)

    def test_errors_say_what_is_wrong(self):
        header = self.folder / "bad.h"
        header.write_text("""#include <forall/forall.h>
class Shape { public: virtual int area() const = 0; };
class Mute { public: void go() {} };
class Never { public: int value() const { return value_; } private: int value_ = 0; };
FORALL_STATE(Never, value_);
FORALL_INVARIANT(Never, [](const Never& never) { return (never.value() > 3) & (never.value() < 2); });
""")
        for arguments, message in [(["Shape"], "abstract"), (["Mute"], "has no observer"), (["Never"], "satisfies its FORALL_INVARIANT"),
                                   (["Never", "--observer", "valeu"], "did you mean 'value'?"),
                                   (["Never", "--out", "laws.h"], "--out must name a C++ source, such as laws.cpp")]:
            run = self.infer(*arguments, "--in", header)
            self.assertEqual(run.code, 2, run)
            self.assertIn(message, run.err)


if __name__ == "__main__":
    unittest.main()
