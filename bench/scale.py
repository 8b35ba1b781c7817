#!/usr/bin/env python3
"""What it costs to explore a PUT with several processes (docs/scale.md), and what that lets expect of more of them.

Explores the PUTs of scale.cpp with 1, 2, ... processes on a PostgreSQL server of its own, and prints what went through the queue. Triggers of the
queue's tables write down when each unit was given away, claimed and completed. From that, the cost model

    unit = its search + claim and complete        (any worker; the search is measured, the rest taken to be 10 ms)
    absorb = so much for each path                (the explorer only, one unit after the other, in their order; what is left of the CPU time of one process)

and a discrete-event simulation of such units with any number of workers: a PUT whose tree consists of many of the measured one, with paths that cost as much
as measured, or more. It assumes that machines are alike, that the server is no bottleneck, and that a unit gives the next ones away evenly over its time.

On a machine that does other work as well, the CPU time of the processes says more than the clock: on free cores, none of them could have been done before it had had its own."""

import argparse
import collections
import heapq
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests/e2e"))
from postgres_server import PostgresServer  # noqa: E402
from support import FORALL  # noqa: E402

TRIGGERS = """
CREATE TABLE IF NOT EXISTS forall_queue.bench_unit (key TEXT, at DOUBLE PRECISION, bytes BIGINT);
CREATE TABLE IF NOT EXISTS forall_queue.bench_result (key TEXT, at DOUBLE PRECISION, bytes BIGINT, given TEXT, seconds DOUBLE PRECISION, paths BIGINT);
CREATE OR REPLACE FUNCTION forall_queue.bench_unit() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO forall_queue.bench_unit VALUES (NEW.key, extract(epoch FROM clock_timestamp()), octet_length(NEW.task)); RETURN NEW; END $$;
CREATE OR REPLACE FUNCTION forall_queue.bench_result() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO forall_queue.bench_result VALUES (NEW.key, extract(epoch FROM clock_timestamp()), octet_length(NEW.facts), NEW.given, NEW.seconds, NEW.paths);
  RETURN NEW; END $$;
CREATE OR REPLACE TRIGGER bench AFTER INSERT ON forall_queue.unit FOR EACH ROW EXECUTE FUNCTION forall_queue.bench_unit();
CREATE OR REPLACE TRIGGER bench AFTER INSERT ON forall_queue.result FOR EACH ROW EXECUTE FUNCTION forall_queue.bench_result();
"""


def ended(process):
    """Its exit code, and the CPU time of it and its targets."""
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, used.ru_utime + used.ru_stime


class Bench:
    def __init__(self, folder):
        self.folder, self.server = folder, PostgresServer(folder)
        self.target = folder / "target"
        subprocess.run([FORALL, "c++", "-std=c++20", HERE / "scale.cpp", "-o", self.target], check=True)
        self.explore("Scale.Light", "--runs", 5000)  # makes the tables
        self.server.query(TRIGGERS)

    def explore(self, put, *options):
        run = subprocess.Popen([FORALL, "explore", self.target, "--put", put, "--distributed", "--jobs", "1", "--emit", "none", "--json", "--quiet", "--again",
                              "--seconds", "3600", "--db", self.server.url, *map(str, options)], cwd=self.folder, stdout=subprocess.PIPE, text=True)
        out = run.stdout.read()
        code, cpu = ended(run)
        if code not in (0, 1):
            raise SystemExit("the exploration failed")
        return {"cpu": cpu, **json.loads(out.strip().splitlines()[-1])["puts"][0]}

    def number(self, sql):
        return float(self.server.query(sql) or 0)

    def measure(self, put, processes):
        self.server.query("TRUNCATE forall_queue.bench_unit, forall_queue.bench_result, forall_queue.worker")
        workers = [subprocess.Popen([FORALL, "work", "--db", self.server.url, "--jobs", "1", "--wait", "600", "--quiet"], cwd=self.folder)
                   for _ in range(processes - 1)]
        transactions = "SELECT xact_commit FROM pg_stat_database WHERE datname = 'postgres'"
        time.sleep(1)
        before = self.number(transactions)
        result = self.explore(put, "--max-cases", 0, "--max-megabytes", 0, "--runs", 100000000)
        time.sleep(1)  # statistics come late
        row = {"put": put, "processes": processes, "seconds": result["seconds"], "paths": result["paths"],
               "units": self.number("SELECT count(*) FROM forall_queue.bench_unit"),
               "twice": self.number("SELECT sum(twice) FROM forall_queue.worker"),
               "transactions": self.number(transactions) - before,
               "bytes": self.number("SELECT (SELECT sum(bytes) FROM forall_queue.bench_unit) + (SELECT sum(bytes) FROM forall_queue.bench_result)"),
               "search": self.number("SELECT sum(seconds) FROM forall_queue.bench_result")}
        row["cpu"] = [result["cpu"]]
        for worker in workers:
            worker.terminate()
            row["cpu"].append(ended(worker)[1])
        return row

    def units(self):
        """Of the last exploration: (key, seconds, paths, keys of the units it gave away), and the keys that the root gave away."""
        rows = self.server.query("SELECT json_agg(r) FROM forall_queue.bench_result r")
        units = {row["key"]: (row["seconds"], row["paths"], row["given"].split()[1::2]) for row in json.loads(rows)}
        given = {key for _, _, children in units.values() for key in children}
        order = self.server.query("SELECT key FROM forall_queue.bench_unit ORDER BY at").split()
        return units, [key for key in order if key not in given]


def repeated(units, roots, copies, cost):
    """So many copies of the tree, each path of which costs more."""
    all_units = {(key, i): (cost * seconds, paths, [(child, i) for child in children])
                 for key, (seconds, paths, children) in units.items() for i in range(copies)}
    return all_units, [(key, i) for i in range(copies) for key in roots]


def simulate(units, roots, root_seconds, claim, absorb_path, workers):
    """Seconds until the explorer has absorbed all. It is one of the workers, and absorbs before it works."""
    events = [(root_seconds * (i + 1) / (len(roots) + 1), i, "given", key) for i, key in enumerate(roots)]
    events.append((root_seconds, len(events), "idle", 0))  # the explorer is number 0
    events += [(0.0, len(events) + i, "idle", i) for i in range(1, workers)]
    heapq.heapify(events)
    number, position, now = len(events), 0, 0.0
    waiting, idle, done, turn = collections.deque(), set(), set(), list(roots)
    while position < len(turn) or 0 not in idle:
        now, _, what, which = heapq.heappop(events)
        if what == "given":
            waiting.append(which)
        elif what == "done":
            done.add(which)
        else:
            idle.add(which)
        while idle and (waiting or (0 in idle and position < len(turn) and turn[position] in done)):
            if 0 in idle and position < len(turn) and turn[position] in done:
                _, paths, children = units[turn[position]]
                turn += children
                position += 1
                who, took = 0, absorb_path * paths
            else:
                who, key = max(idle), waiting.popleft()
                seconds, _, children = units[key]
                took = seconds + claim
                for i, child in enumerate(children):
                    number += 1
                    heapq.heappush(events, (now + seconds * (i + 1) / (len(children) + 1), number, "given", child))
                number += 1
                heapq.heappush(events, (now + took, number, "done", key))
            idle.remove(who)
            number += 1
            heapq.heappush(events, (now + took, number, "idle", who))
    return now


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--put", action="append", help="Scale.Light or Scale.Heavy; both if none is given")
    parser.add_argument("--absorb-ms", type=float, help="of a path, if it is known from elsewhere: on a busy machine what is left of the time is too much")
    parser.add_argument("--copies", type=int, default=200, help="of the measured tree, in the simulation")
    parser.add_argument("--processes", type=int, nargs="*", default=[1, 2])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="forall-scale-") as name:
        bench = Bench(pathlib.Path(name))
        try:
            for put in options.put or ["Scale.Light", "Scale.Heavy"]:
                rows = []
                for processes in options.processes:
                    row = bench.measure(put, processes)
                    rows.append(row)
                    thousand = row["paths"] / 1000
                    print(f"{put}, {processes} processes: {row['seconds']:.1f} s ({rows[0]['seconds'] / row['seconds']:.2f} times the first), {row['paths']} paths, "
                          f"{row['units']:.0f} units ({row['twice']:.0f} twice); per 1,000 paths: {row['units'] / thousand:.2f} units, "
                          f"{row['transactions'] / thousand:.1f} transactions, {row['bytes'] / thousand / 1000:.1f} kB; CPU of each process: "
                          f"{', '.join(f'{cpu:.1f}' for cpu in row['cpu'])} s, so at best {sum(rows[0]['cpu']) / max(row['cpu']):.2f} times the first", flush=True)
                    if processes == 1:
                        alone, (units, roots) = row, bench.units()
                if options.processes[0] != 1:
                    continue
                [cpu] = alone["cpu"]
                pace = cpu / alone["seconds"]  # the part of the time in which the machine worked on this
                units = {key: (pace * seconds, paths, given) for key, (seconds, paths, given) in units.items()}
                searched = sum(seconds for seconds, _, _ in units.values())
                in_units = sum(paths for _, paths, _ in units.values())
                rate = searched / max(1, in_units)
                root = rate * (alone["paths"] - in_units)  # the same code, so the same pace
                claim = 0.01
                rest = cpu - searched - root
                absorb_path = options.absorb_ms / 1000 if options.absorb_ms else max(0.0, rest) / in_units
                print(f"  model: search {1000 * rate:.3f} ms a path, root {root:.1f} s, claim and complete {1000 * claim:.0f} ms a unit, absorb {1000 * absorb_path:.3f} ms a path")
                for cost in (1, 2, 4, 20):
                    large, large_roots = repeated(units, roots, options.copies, cost)
                    times = {workers: simulate(large, large_roots, cost * root, claim, absorb_path, workers) for workers in (1, 2, 8, 64, 512)}
                    shown = ", ".join(f"{workers}: {times[1] / times[workers] / workers:.2f}" for workers in times)
                    print(f"  simulated, {options.copies * alone['paths']} paths of {1000 * cost * rate:.2f} ms, {len(large)} units; efficiency of workers {shown}")
        finally:
            bench.server.kill()


if __name__ == "__main__":
    main()
