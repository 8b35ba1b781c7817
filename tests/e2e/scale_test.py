"""However many processes explore a PUT, and whatever happens to them, the result is that of one: verdict, cases and their order, ledger, coverage."""

import json
import os
import pathlib
import random
import re
import shutil
import socket
import subprocess
import time
import unittest
import urllib.request

from postgres_server import PostgresServer
from scale_kills import CLOCK, Distributed
from support import ROOT, Workspace, end_group


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
        self.end_workers()
        self.server.clear()  # of an exploration that another test left open
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
        paths = {plan["put"]: plan["paths"] for plan in status["plans"]}
        self.assertEqual(paths["Jobs.Sorts"], expected["Jobs.Sorts"]["paths"])

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

    def wait_for(self, value):
        """The first that is something."""
        deadline = time.time() + 200
        while not (found := value()):
            self.assertLess(time.time(), deadline, "it did not happen")
            time.sleep(0.05)
        return found

    def test_status_and_the_page_show_what_is_under_way(self):
        self.end_workers()
        self.server.clear()
        explorer = self.start("explore", self.target("scale"), "--put", "Scale.SortsMost", "--ui", "--quiet", "--no-confirm", "--emit", "none", "--jobs", 1, "--seconds", 600,
                              "--distributed", "--lease", 1, "--db", self.server.url)
        try:
            address = explorer.stdout.readline().strip()
            self.start_workers(1)
            name = f":{self.workers[0].pid}"

            def at_work():
                """A unit that is not done yet has paths already."""
                status = json.loads(self.forall("status", "--db", self.server.url, "--json").out)
                return any(worker["name"].endswith(name) and worker["paths_now"] > 0 for worker in status["workers"]) and status

            status = self.wait_for(at_work)
            [plan] = status["plans"]
            self.assertEqual((plan["put"], plan["state"], plan["explored"]), ("Scale.SortsMost", "open", True))
            self.assertEqual(len([worker for worker in status["workers"] if worker["there"]]), 2, "the explorer is one of them")
            self.assertGreater(status["paths_per_second"], 0)
            self.assertGreater(plan["paths"], 0)
            self.assertRegex(self.forall("status", "--db", self.server.url).out, rf"{name}: \d+ units, \d+ paths in \d+ s")

            def on_the_page():
                with urllib.request.urlopen(address + "state", timeout=30) as response:
                    [put] = json.load(response)["puts"]
                return put["phase"] == "exploring" and put["paths"] >= plan["paths"] and put["pending"] > 0

            self.wait_for(on_the_page)
        finally:
            end_group(explorer)
            explorer.communicate()
            self.end_workers()

    def test_a_worker_needs_few_rights_and_uses_tls(self):
        """As docs/scale.md says."""
        folder = self.folder / "secure"
        folder.mkdir()
        server = PostgresServer(folder)
        server.kill()
        data = server.folder / "data"
        for name in ("server", "other"):
            subprocess.run(["openssl", "req", "-new", "-x509", "-days", "2", "-nodes", "-newkey", "rsa:2048", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
                            "-keyout", data / f"{name}.key", "-out", data / f"{name}.crt"], check=True, capture_output=True)
            shutil.copy(data / f"{name}.crt", folder)
            (data / f"{name}.key").chmod(0o600)
            shutil.chown(data / f"{name}.key", server.user)
            shutil.chown(data / f"{name}.crt", server.user)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        (data / "pg_hba.conf").write_text("local all all trust\nhostssl postgres forall_worker samehost scram-sha-256\n")
        with (data / "postgresql.conf").open("a") as conf:
            conf.write(f"ssl = on\nport = {port}\n")
        server.listen = "localhost"
        server.start()
        server.url = f"postgresql://tester@/postgres?host={server.folder}&port={port}"
        worker_url = f"postgresql://forall_worker@localhost:{port}/postgres?sslmode="
        explorer_url = server.url.replace("tester", "forall_explorer")
        [before, after] = re.findall(r"```sql\n(.*?)```", (ROOT / "docs/scale.md").read_text(), re.S)
        workers = []
        try:
            server.query(before.replace("DATABASE tests", "DATABASE postgres"))
            options = (self.target("scale"), "--distributed", "--emit", "none", "--db", explorer_url, "--put")
            self.assertEqual(self.explore(*options, "Jobs.IsCut").code, 0)
            server.query(after + "ALTER ROLE forall_worker PASSWORD 'secret'")
            os.environ["PGPASSWORD"] = "secret"
            self.assert_user_error(self.forall("work", "--db", worker_url + "disable"), "no pg_hba.conf entry")
            self.assert_user_error(self.forall("work", "--db", f"{worker_url}verify-full&sslrootcert={folder}/other.crt"), "certificate verify failed")
            workers.append(self.start("work", "--db", f"{worker_url}verify-full&sslrootcert={folder}/server.crt", "--jobs", 1, "--wait", 600, "--work", "few-rights"))
            expected = self.explore(self.target("scale"), "--emit", "none", "--put", "Scale.SortsMore", "--db", folder / "alone.db").puts()
            units_of_worker = f"SELECT count(*) FROM forall_queue.worker WHERE units > 0 AND name LIKE '%:{workers[0].pid}'"

            def explored_with_the_worker():
                """The explorer alone may be quick enough."""
                puts = self.explore(*options, "Scale.SortsMore", "--again").puts()
                return server.query(units_of_worker) == "1" and puts

            got = self.wait_for(explored_with_the_worker)
            for puts in (expected, got):
                for key in CLOCK:
                    del puts["Scale.SortsMore"][key]
            self.assertEqual(got, expected)
            self.assertEqual(server.query("SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE usename = 'forall_worker'"), "t")
            self.assertEqual(self.listening(workers[0].pid), set())
        finally:
            os.environ.pop("PGPASSWORD", None)
            for worker in workers:
                end_group(worker)
                worker.communicate()
            server.kill()

    def listening(self, pid):
        """The TCP sockets that a process listens on."""
        own = {os.readlink(file) for file in (pathlib.Path(f"/proc/{pid}") / "fd").iterdir()}
        lines = [line.split() for kind in ("tcp", "tcp6") for line in (pathlib.Path(f"/proc/{pid}") / "net" / kind).read_text().splitlines()[1:]]
        return own & {f"socket:[{line[9]}]" for line in lines if line[3] == "0A"}

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
