"""Tests with .Pure() where the code itself runs: what is proved, what is compared, and how a difference is told."""

import unittest

from support import Workspace, program


class Purity(Workspace):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.run_of_all = cls.explore("--deep", "--emit", "none", cls.target("purity"))
        cls.puts = cls.run_of_all.puts()

    def put(self, name):
        self.assertIn(name, self.puts, self.run_of_all.err)
        return self.puts[name]

    def messages(self, name):
        return [case["outcome"]["message"] for case in self.put(name)["failing"]]

    def kinds(self, name):
        return {line["kind"] for line in self.put(name)["ledger"]}

    def assert_difference(self, name, pattern):
        self.assertEqual(self.put(name)["verdict"], "refuted", name)
        self.assertRegex("\n".join(self.messages(name)), pattern, name)

    def test_what_leaves_all_memory_as_it_was_is_proved(self):
        for name in ("StoreTests.Reads", "StoreTests.SetsBack", "HandleTests.Counts"):
            self.assertEqual(self.put(name)["verdict"], "proved", name)

    def test_objects_that_the_test_brings_into_being_were_there_before(self):
        self.assertEqual(self.put("ChainTests.ReadsFar")["verdict"], "proved")
        self.assertEqual(self.kinds("ChainTests.WritesFar"), {"purity-depth"})

    def test_what_no_observer_can_tell_is_open_and_says_how_far_it_was_compared(self):
        name = "StoreTests.CountsReads"
        self.assertEqual(self.put(name)["verdict"], "open", name)
        self.assertEqual(self.messages(name), [])
        self.assertIn("purity-depth", self.kinds(name))

    def test_a_difference_is_told_with_both_results(self):
        self.assert_difference("StoreTests.Adds", r"not pure: Store::total\(\) returns 1, without the test it returns 0")

    def test_a_difference_that_takes_two_calls_needs_the_depth(self):
        self.assert_difference("StoreTests.Freezes", r"calls: store\.add\(1\); store\.total\(\)")
        self.assert_difference("StoreTests.Freezes", r"not pure: after add\(\d+\), Store::total\(\) returns 0, without")
        self.assertEqual(self.put("Shallow.Freezes")["verdict"], "open")

    def test_arguments_are_objects_of_the_run_and_texts(self):
        self.assert_difference("StoreTests.Learns", r"not pure: Store::knows\(a pointer\) returns true, without the test")
        self.assert_difference("LabelTests.Renames", r'not pure: Label::is\("x?"\) returns (true|false), without')

    def test_what_the_copy_cannot_do_does_not_count(self):
        faults = [message for name in self.puts for message in self.messages(name) if "not pure" not in message]
        self.assertEqual(faults, [])

    def test_what_cannot_be_copied_is_not_compared(self):
        put = self.put("HandleTests.Opens")
        self.assertEqual(put["verdict"], "open")
        self.assertEqual([line["text"] for line in put["ledger"]],
                         ["purity was not compared: an object of class Handle cannot be copied"])


class ClosedTests(Workspace):
    """The difference is shown without forall."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.run_of_all = cls.explore("--deep", "--put", "*.Freezes", "--put", "*.Learns", "--put", "*.Renames", "--put",
                                     "*.Mixes", program("purity"))
        cls.puts = cls.run_of_all.puts()

    def failing(self, name):
        self.assertEqual(self.puts[name]["verdict"], "refuted", self.run_of_all)
        return self.puts[name]["failing"]

    def test_each_failing_case_is_confirmed(self):
        for name in ("StoreTests.Freezes", "StoreTests.Learns", "LabelTests.Renames", "MixTests.Mixes"):
            with self.subTest(put=name):
                self.assertEqual({case["native"] for case in self.failing(name)}, {"confirmed"}, self.run_of_all)

    def test_they_say_what_differs(self):
        text = (self.folder / "forall-tests" / "StoreTests_Freezes_test.cpp").read_text()
        self.assertRegex(text, r"Freezes\(store\);\n.*expect_same.*\"add\(1\)\"")

    def test_replay_finds_them_again(self):
        run = self.forall("replay", "--put", "StoreTests.Learns", "--json")
        self.assertEqual([put["changed"] for put in run.json()["puts"]], [0], run)


if __name__ == "__main__":
    unittest.main()
