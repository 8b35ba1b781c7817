"""What a run does to the state outside the program is undone, and a child that it forks does not speak for it."""

import unittest

from support import Workspace, program


class OutsideState(Workspace):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.run_ = cls.explore(program("outside_state"), "--emit", "none", "--no-confirm")
        cls.puts = cls.run_.puts()

    def put(self, name):
        return self.puts[f"OutsideState.{name}"]

    def ledger(self, name):
        return {line["kind"] for line in self.put(name)["ledger"]}

    def test_the_end_of_a_child_is_not_that_of_the_run(self):
        self.assertEqual(self.put("ChildEnds")["verdict"], "open", self.put("ChildEnds"))
        self.assertEqual(self.put("ChildEnds")["paths"], 2, self.put("ChildEnds"))
        self.assertIn("thread-started", self.ledger("ChildEnds"))

    def test_a_child_that_returns_from_the_test_is_not_heard(self):
        put = self.put("ChildReturns")
        self.assertEqual((put["verdict"], put["paths"], put["failed"]), ("refuted", 3, 1), put)

    def test_folder_and_mask_are_put_back(self):
        for name in ("FolderIsAsBefore", "MaskIsAsBefore"):
            with self.subTest(put=name):
                self.assertEqual(self.put(name)["failed"], 0, self.put(name))
                self.assertNotIn("nondeterministic-run", self.ledger(name))

    def test_a_child_by_vfork_does_not_end_the_run(self):
        put = self.put("ChildSharesMemory")
        self.assertEqual((put["verdict"], put["paths"], put["failed"]), ("refuted", 2, 1), put)

    def test_a_run_begins_with_the_state_outside_of_the_first_one(self):
        undone = {name: put for name, put in self.puts.items() if name.startswith("Undone.")}
        self.assertEqual(len(undone), 16)
        for name, put in undone.items():
            with self.subTest(put=name):
                self.assertEqual((put["paths"], put["failed"]), (2, 0), put)
                self.assertNotIn("nondeterministic-run", {line["kind"] for line in put["ledger"]})

    def test_what_only_a_new_process_can_undo_is_no_reason_to_be_open(self):
        for name in ("LibraryVariable", "StreamWord", "StreamSync"):
            with self.subTest(put=name):
                self.assertEqual(self.puts[f"Undone.{name}"]["verdict"], "proved")

    def test_variables_of_the_process_are_read_and_noted(self):
        self.assertEqual((self.put("Environ")["verdict"], self.ledger("Environ")), ("open", {"environment"}))


class EndedAddresses(Workspace):
    def test_whether_an_address_comes_back_is_open(self):
        run = self.explore(program("ended_addresses"), "--emit", "none", "--no-confirm")
        verdicts = {name.split(".")[1]: (put["verdict"], [line["kind"] for line in put["ledger"]])
                    for name, put in run.puts().items()}
        self.assertEqual(verdicts, {"Moves": ("open", ["unspecified-value"]), "IsNew": ("open", ["unspecified-value"]),
                                    "Frees": ("proved", [])}, run)


if __name__ == "__main__":
    unittest.main()
