"""Time limits hold, and signals work, inside a huge query or a long run. Hard queries wait for easy ones."""

import os
import signal
import time
import unittest

from support import Workspace, end_group

# What a loaded machine may add: starting programs, writing the database.
OVERHEAD = 8


class TimeLimits(Workspace):
    def timed(self, *arguments):
        start = time.monotonic()
        run = self.explore(*arguments, "--emit", "none")
        return run, time.monotonic() - start

    def test_the_time_of_a_put_holds_inside_a_huge_query(self):
        for solver in ("cadical", "z3"):
            with self.subTest(solver=solver):
                run, spent = self.timed(self.target("cipher"), "--seconds", "3", "--query-seconds", "0", "--conflicts",
                                        "0", "--unfold", "10000", "--solver", solver)
                put = run.puts()["Cipher.NeverThisBlock"]
                self.assertEqual(put["verdict"], "open", run)
                self.assertIn("time-bound", {line["kind"] for line in put["ledger"]}, run)
                self.assertLess(put["seconds"], 3 + 1.5, run)
                self.assertLess(spent, 3 + OVERHEAD, run)

    def test_the_time_of_all_puts_together_is_divided(self):
        run, _ = self.timed(self.target("hard"), "--put", "Hard.LoopsLong", "--put", "Hard.WritesMuch", "--total-seconds", "3",
                            "--run-seconds", "60", "--jobs", "1")
        lines = {name: line for name, put in run.puts().items() for line in put["ledger"] if line["kind"] == "time-bound"}
        self.assertIn("Hard.LoopsLong", lines, run)
        self.assertRegex(lines["Hard.LoopsLong"]["text"], "its share of 3 seconds for all 2 PUTs$")
        self.assertRegex(lines["Hard.LoopsLong"]["remedy"], "--put Hard.LoopsLong --again.*--total-seconds")
        self.assertLess(sum(put["seconds"] for put in run.puts().values()), 3 + 3, run)

    def test_the_time_of_a_query_holds(self):
        run, _ = self.timed(self.target("cipher"), "--query-seconds", "1", "--conflicts", "0", "--seconds", "60",
                            "--unfold", "10000")
        put = run.puts()["Cipher.NeverThisBlock"]
        self.assertIn("solver-unknown", {line["kind"] for line in put["ledger"]}, run)
        self.assertLess(put["seconds"], OVERHEAD, run)  # two tries

    def test_the_time_of_a_put_holds_inside_a_run(self):
        for name in ("LoopsLong", "WritesMuch"):
            with self.subTest(put=name):
                run, _ = self.timed(self.target("hard"), "--put", f"Hard.{name}", "--seconds", "1", "--run-seconds", "60")
                put = run.puts()[f"Hard.{name}"]
                self.assertEqual(put["verdict"], "open", run)
                kinds = {line["kind"] for line in put["ledger"]}
                self.assertIn(kinds, ({"time-bound"}, {"trace-full"}), run)
                self.assertLess(put["seconds"], 1 + 2, run)

    def test_a_long_run_is_an_endless_loop(self):
        for name in ("LoopsLong", "WritesMuch"):
            with self.subTest(put=name):
                run, _ = self.timed(self.target("hard"), "--put", f"Hard.{name}", "--run-seconds", "0.5", "--seconds", "30")
                put = run.puts()[f"Hard.{name}"]
                self.assertNotEqual(put["verdict"], "proved", run)
                self.assertNotIn("time-bound", {line["kind"] for line in put["ledger"]}, run)

    def test_signals_end_a_huge_query(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            for arguments in (("cipher", "--seconds", "600", "--query-seconds", "0", "--conflicts", "0", "--unfold", "10000"),
                              ("hard", "--put", "Hard.LoopsLong", "--seconds", "600", "--run-seconds", "600")):
                with self.subTest(signal=number, program=arguments[0]):
                    name, *options = arguments
                    process = self.start("explore", self.target(name), "--again", "--quiet", "--emit", "none", *options)
                    self.addCleanup(end_group, process)
                    time.sleep(4)
                    self.assertIsNone(process.poll())
                    start = time.monotonic()
                    os.kill(process.pid, number)
                    out, err = process.communicate(timeout=60)
                    self.assertLess(time.monotonic() - start, 2 + OVERHEAD, err)
                    self.assertIn("interrupted", out, err)
                    listed = self.forall("list")
                    self.assertEqual(listed.code, 0, listed)

    def test_hard_queries_wait_for_easy_ones(self):
        run, _ = self.timed(self.target("hard"), "--put", "Hard.FactorsFirst", "--seconds", "4", "--query-seconds", "0",
                            "--conflicts", "0")
        put = run.puts()["Hard.FactorsFirst"]
        self.assertEqual(put["verdict"], "refuted", run)
        self.assertEqual(run.code, 1, run)

    def test_back_ends_that_race_prove_what_neither_does_alone(self):
        run, _ = self.timed(self.target("intervals"), "--query-seconds", "60", "--seconds", "300")
        self.assertEqual({name: put["verdict"] for name, put in run.puts().items()},
                         {"Intervals.Contains": "proved", "Intervals.Length": "proved"}, run)


if __name__ == "__main__":
    unittest.main()
