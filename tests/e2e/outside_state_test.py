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


if __name__ == "__main__":
    unittest.main()
