"""forall infer: laws of a class, each with its verdict; what a class does not show; what cannot be inferred.

One of the eight classes with laws of a person (examples/infer/laws) is checked; tools/evaluate-laws checks all of them."""

import unittest

from support import ROOT, Workspace

EXAMPLES = ROOT / "examples"
LIST = EXAMPLES / "papers/array_list/array_list_state.h"


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
        self.assertEqual({(law["text"], law["verdict"]) for law in run.json()["laws"] if law["method"] == "add"},
                         {("if count() < capacity(), " + always + "capacity() == old capacity()", "proved"),
                          ("if count() == capacity(), " + always + "capacity() > old capacity()", "proved")}, run)
        self.assertEqual(run.json()["undetermined"], ["capacity() of add: only its order is known"])
        source = (self.folder / "laws.cpp").read_text()
        self.assertIn("FORALL_AXIOMS(ArrayList, ArrayListAxioms);", source)
        self.assertNotIn("size_", source)

    def explored(self, *arguments):
        run = self.explore(*arguments, "--emit", "none", "--no-confirm")
        return {name: put["verdict"] for name, put in run.puts().items()}

    def test_laws_that_a_person_wrote_down_follow_from_the_inferred_ones(self):
        run = self.infer("BoundedQueue", "--in", EXAMPLES / "infer/bounded_queue.h", "--as-axioms", "--out", "queue_laws.cpp")
        self.assertEqual({law["verdict"] for law in run.json()["laws"]}, {"proved"}, run)
        found = self.explored(EXAMPLES / "infer/laws/bounded_queue_laws.cpp", "queue_laws.cpp", "--put", "BoundedQueueTruth.*",
                              "--using", "BoundedQueueAxioms")
        missing = sorted(name for name, verdict in found.items() if verdict != "proved")
        self.assertGreaterEqual(len(found), 20)
        self.assertLessEqual(len(missing), len(found) // 10, missing)

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
