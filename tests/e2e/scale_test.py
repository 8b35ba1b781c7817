"""However many processes explore a PUT, and whatever happens to them, the result is that of one: verdict, cases and their order, ledger, coverage."""

import json
import os
import random
import unittest

from postgres_server import PostgresServer
from scale_kills import CLOCK, Distributed
from support import Workspace, end_group


class Scale(Workspace):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.server = PostgresServer(cls.folder)
        cls.workers = []

    @classmethod
    def tearDownClass(cls):
        cls.end_workers()
        cls.server.kill()
        super().tearDownClass()

    @classmethod
    def end_workers(cls):
        for worker in cls.workers:
            end_group(worker)
            worker.communicate()
        cls.workers.clear()

    def start_workers(self, count):
        while len(self.workers) < count:
            self.workers.append(self.start("work", "--db", self.server.url, "--jobs", 1, "--wait", 600, "--work", "targets"))

    def results(self, where, *options):
        run = self.explore(self.target("scale"), "--put", "Jobs.*", "--jobs", 1, "--emit", "none", "--db", where, *options)
        self.assertEqual(run.code, 1, run)
        puts = {name: {key: value for key, value in put.items() if key not in CLOCK} for name, put in run.puts().items()}
        for name in ("Jobs.Fails", "Jobs.EndsEarly"):
            puts[name]["stored"] = [{key: value for key, value in case.items() if key != "id"} for case in self.cases(name, "--db", where)]
        return puts

    def test_the_result_does_not_depend_on_the_number_of_workers(self):
        expected = self.results(self.folder / "alone.db")
        self.assertEqual(expected["Jobs.Sorts"]["verdict"], "proved")
        for workers in (0, 1, 3, 7):
            self.start_workers(workers)
            got = self.results(self.server.url, "--distributed")
            for name in expected:
                with self.subTest(workers=workers, put=name):
                    self.assertEqual(got[name], expected[name])
        self.assertNotEqual(self.server.query("SELECT count(*) FROM forall_queue.worker WHERE units > 0"), "1", "only the explorer worked")
        self.end_workers()
        status = json.loads(self.forall("status", "--db", self.server.url, "--json").out)
        self.assertEqual({plan["state"] for plan in status["plans"]}, {"done"})
        text = self.forall("status", "--db", self.server.url).out
        self.assertRegex(text, r"Jobs\.Fails: done; (\d+) of \1 units done")

    def test_kills_lose_nothing_and_double_nothing(self):
        self.end_workers()
        distributed = Distributed(self.folder, self.server, self.target("scale"), "Scale.SortsMore", 2)
        try:
            expected = distributed.reference()
            self.assertEqual(len(expected[1]), 5040)
            limits = {"workers": 6, "explorers": 1, "servers": 1}
            got = distributed.explore_with_kills(random.Random(3), 0.15, lambda kind: distributed.kills[kind] < limits[kind])
            self.assertGreater(sum(distributed.kills.values()), 0)
            self.assertEqual(got, expected)
        finally:
            distributed.end()

    def test_shards_take_each_put_once(self):
        names = []
        for index in range(2):
            os.environ.update(GTEST_TOTAL_SHARDS="2", GTEST_SHARD_INDEX=str(index))
            run = self.explore(self.target("scale"), "--emit", "none", "--shard", "auto", "--put", "Jobs.*", "--runs", 5, "--db", f"shard-{index}.db")
            names += run.puts()
        del os.environ["GTEST_TOTAL_SHARDS"], os.environ["GTEST_SHARD_INDEX"]
        self.assertEqual(sorted(names), ["Jobs.EndsEarly", "Jobs.Fails", "Jobs.Indexes", "Jobs.IsCut", "Jobs.LongText", "Jobs.Sorts"])
        self.assert_user_error(self.explore(self.target("scale"), "--shard", "auto"), "does not say which of how many")
        self.assert_user_error(self.explore(self.target("scale"), "--shard", "2/2"), "0/4, or auto")

    def test_what_a_user_can_do_wrong(self):
        self.assert_user_error(self.explore(self.target("scale"), "--distributed"), "not a PostgreSQL database", "postgresql://user@host/name")
        for option in (["--audit"], ["--strategy", "breadth"]):
            self.assert_user_error(self.explore(self.target("scale"), "--distributed", *option), "divides a depth-first search")
        self.assert_user_error(self.forall("work"), "not a PostgreSQL database")
        self.assert_user_error(self.forall("work", "--db", "postgresql://nobody@/x?host=/nonexistent"), "no connection")
        self.assert_user_error(self.forall("status", "--db", "cases.db"), "not a PostgreSQL database")


if __name__ == "__main__":
    unittest.main()
