#!/usr/bin/env python3
"""Kills workers, explorers and the server of a distributed exploration at random, and checks that the result stays the same: nothing lost,
nothing twice. scale_test.py does it a few times; by hand:

    tests/e2e/scale_kills.py --workers 1000 --servers 50 --state FILE

goes on where it was ended, if the file of its state is there."""

import argparse
import json
import pathlib
import random
import signal
import subprocess
import tempfile
import time

from postgres_server import PostgresServer
from support import FORALL, program

CLOCK = {"seconds", "solver_seconds"}
LEASE = 1


class Distributed:
    """A target, a server, and workers that are replaced when they die."""

    def __init__(self, folder, server, target, put, workers):
        self.folder, self.server, self.target, self.put = folder, server, target, put
        self.workers = [self.start_worker() for _ in range(workers)]
        self.kills = {"workers": 0, "explorers": 0, "servers": 0}

    def start(self, *arguments, stdout):
        return subprocess.Popen([FORALL, *map(str, arguments)], cwd=self.folder, stdout=stdout, stderr=subprocess.DEVNULL,
                                stdin=subprocess.DEVNULL, text=True)

    def start_worker(self):
        return self.start("work", "--db", self.server.url, "--jobs", 1, "--wait", 600, stdout=subprocess.DEVNULL)

    def explore(self, where, *options):
        return self.start("explore", self.target, "--put", self.put, "--json", "--quiet", "--jobs", 1, "--emit", "none", "--seconds", 600,
                          "--db", where, *options, stdout=subprocess.PIPE)

    def result(self, where, out):
        """Everything about the PUT that does not depend on the clock."""
        [put] = json.loads(out.strip().splitlines()[-1])["puts"]
        shown = subprocess.run([FORALL, "show", self.put, "--json", "--db", where], cwd=self.folder, capture_output=True, text=True, check=True)
        shown = json.loads(shown.stdout)
        cases = shown["cases"] if isinstance(shown, dict) else shown
        return {key: value for key, value in put.items() if key not in CLOCK}, [{k: v for k, v in c.items() if k != "id"} for c in cases]

    def reference(self):
        out, _ = self.explore("alone.db").communicate()
        return self.result("alone.db", out)

    def kill_worker(self, chance):
        self.kills["workers"] += 1
        victim = chance.randrange(len(self.workers))
        self.workers[victim].send_signal(signal.SIGKILL)
        self.workers[victim].wait()
        self.workers[victim] = self.start_worker()

    def kill_server(self):
        self.kills["servers"] += 1
        self.server.kill()
        self.server.start()

    def explore_with_kills(self, chance, interval, wants):
        """Until there is a result. `wants(kind)` says whether there are to be more kills of that kind."""
        self.server.clear()
        while True:
            explorer = self.explore(self.server.url, "--distributed", "--lease", LEASE)
            while explorer.poll() is None:
                time.sleep(chance.uniform(0, 2 * interval))
                kind = chance.choices(["workers", "explorers", "servers"], [20, 1, 1])[0]
                if not wants(kind) or explorer.poll() is not None:
                    continue
                if kind == "workers":
                    self.kill_worker(chance)
                elif kind == "servers":
                    self.kill_server()
                else:
                    self.kills["explorers"] += 1
                    explorer.send_signal(signal.SIGKILL)
            out = explorer.communicate()[0]
            if explorer.returncode in (0, 1):
                return self.result(self.server.url, out)
            self.workers = [w if w.poll() is None else self.start_worker() for w in self.workers]

    def end(self):
        for worker in self.workers:
            worker.kill()
            worker.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, default=1000, help="kills of workers")
    parser.add_argument("--servers", type=int, default=50, help="kills of the server")
    parser.add_argument("--interval", type=float, default=0.3, help="seconds between kills, on average")
    parser.add_argument("--at-once", type=int, default=3, help="workers beside the explorer")
    parser.add_argument("--put", default="Scale.SortsMore")
    parser.add_argument("--state", type=pathlib.Path, default=pathlib.Path("scale-kills.json"))
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: exit(1))  # ends the workers and the server, too
    state = json.loads(options.state.read_text()) if options.state.exists() else {"workers": 0, "explorers": 0, "servers": 0, "results": 0, "different": 0}
    wanted = {"workers": options.workers, "servers": options.servers, "explorers": options.servers}
    with tempfile.TemporaryDirectory(prefix="forall-kills-") as name:
        folder = pathlib.Path(name)
        server = PostgresServer(folder)
        subprocess.run([FORALL, "c++", "-std=c++20", program("scale"), "-o", folder / "target"], check=True)
        distributed = Distributed(folder, server, folder / "target", options.put, options.at_once)
        try:
            expected = distributed.reference()
            while any(state[kind] < wanted[kind] for kind in wanted):
                distributed.kills = {"workers": 0, "explorers": 0, "servers": 0}
                wants = lambda kind: state[kind] + distributed.kills[kind] < wanted[kind]
                got = distributed.explore_with_kills(random.Random(state["results"]), options.interval, wants)
                for kind, count in distributed.kills.items():
                    state[kind] += count
                state["results"] += 1
                state["different"] += got != expected
                options.state.write_text(json.dumps(state))
                print(state, flush=True)
        finally:
            distributed.end()
            server.kill()
    return 1 if state["different"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
