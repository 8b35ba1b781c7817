"""An exploration that is stopped keeps what it found; one that is killed leaves a sound database to go on with."""

import json
import os
import signal
import sqlite3
import time
import unittest

from support import Workspace, end_group

LONG = ("--put", "Endless.*", "--seconds", "600", "--runs", "100000000", "--strategy", "depth")


class Interrupted(Workspace):
    def setUp(self):
        self.database = self.folder / f"{self._testMethodName}.db"
        self.out = self.folder / f"{self._testMethodName}-tests"

    def start_long(self, *arguments):
        process = self.start("explore", self.target("quicksort"), *LONG, "--db", self.database, "--out", self.out, *arguments)
        self.addCleanup(end_group, process)
        return process

    def wait_for_cases(self, process, least=20):
        """Waits until the database holds some cases of the running exploration."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            self.assertIsNone(process.poll(), process.returncode is not None and process.communicate())
            if self.stored_cases() >= least:
                return
            time.sleep(0.05)
        self.fail("no case was stored within a minute")

    def stored_cases(self):
        if not self.database.exists():
            return 0
        try:
            connection = sqlite3.connect(f"file:{self.database}?mode=ro", uri=True, timeout=5)
            try:
                return connection.execute("SELECT count(*) FROM cases").fetchone()[0]
            finally:
                connection.close()
        except sqlite3.OperationalError:
            return 0

    def assert_sound_database(self):
        connection = sqlite3.connect(self.database)
        try:
            self.assertEqual(connection.execute("PRAGMA integrity_check").fetchone()[0], "ok")
            self.assertEqual(connection.execute("PRAGMA foreign_key_check").fetchall(), [])
        finally:
            connection.close()

    def test_ctrl_c_stops_cleanly_and_keeps_what_was_found(self):
        process = self.start_long("--json", "--no-confirm")
        self.wait_for_cases(process)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, err)
        (put,) = json.loads(out.strip().splitlines()[-1])["puts"]
        self.assertEqual(put["verdict"], "open")
        self.assertGreaterEqual(put["paths"], 20)
        self.assertTrue(any("interrupt" in json.dumps(line).lower() for line in put["ledger"]), put["ledger"])
        self.assert_sound_database()
        self.assertEqual(len(self.cases("Endless.Sorts12", "--db", self.database)), put["cases"])
        self.assertTrue(list(self.out.rglob("*.cpp")), "the closed tests of what was found are written")

    def test_sigterm_is_told_by_the_exit_code_and_what_was_found_is_printed_and_stored(self):
        process = self.start_long("--no-confirm", "--emit", "none")
        self.wait_for_cases(process)
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 143, err)
        self.assertRegex(out, r"Endless\.Sorts12 +\S* *open")
        self.assertIn("interrupted: what was found until then is kept", out)
        self.assertGreaterEqual(len(self.cases("Endless.Sorts12", "--db", self.database)), 20)

    def test_ctrl_c_while_the_target_is_compiled(self):
        source = self.folder / "slow.cpp"
        source.write_text("#include <forall/forall.h>\n#include <gtest/gtest.h>\n#include <regex>\n"
                          "void Holds(int a) { EXPECT_EQ(a, a); }\nFORALL(Slow, Holds);\n")
        process = self.start("explore", source, "--db", self.database, "--out", self.out)
        self.addCleanup(end_group, process)
        time.sleep(0.7)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, err)
        self.assertIn("interrupted", err)

    def test_a_killed_exploration_leaves_a_sound_database_and_the_next_run_goes_on(self):
        process = self.start_long("--emit", "none")
        self.wait_for_cases(process)
        process.kill()
        process.communicate(timeout=60)
        self.assert_sound_database()
        listed = self.forall("list", "--db", self.database)
        self.assertEqual(listed.code, 0, listed)
        self.assertIn("Endless.Sorts12", listed.out)
        self.assertTrue(self.cases("Endless.Sorts12", "--db", self.database))

        after = self.explore(self.target("quicksort"), "--put", "Quicksort.Sorts4", "--emit", "none", "--db", self.database)
        self.assertEqual(after.code, 0, after)
        self.assertEqual(len(self.cases("Quicksort.Sorts4", "--db", self.database)), 24)
        self.assert_sound_database()

    def test_a_killed_exploration_keeps_the_finished_one_before_it(self):
        first = self.explore(self.target("quicksort"), "--put", "Endless.*", "--runs", "30", "--emit", "none", "--db",
                             self.database)
        self.assertEqual(first.code, 0, first)
        before = self.stored_cases()
        process = self.start_long("--emit", "none")
        self.wait_for_cases(process, before + 50)
        process.kill()
        process.communicate(timeout=60)
        self.assertEqual(len(self.cases("Endless.Sorts12", "--db", self.database)), before)

    def test_no_process_outlives_a_killed_explorer(self):
        process = self.start_long("--emit", "none")
        self.wait_for_cases(process)
        process.kill()
        process.communicate(timeout=60)
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline and self.group_is_alive(process.pid):
            time.sleep(0.1)
        self.assertFalse(self.group_is_alive(process.pid), "a target is still running")

    @staticmethod
    def group_is_alive(group):
        try:
            os.killpg(group, 0)
            return True
        except ProcessLookupError:
            return False


if __name__ == "__main__":
    unittest.main()
