#!/usr/bin/env python3
"""Examples recorded into SQLite and into PostgreSQL, by several explorations at once: the rows are the same.

    examples_test.py            two of them
    examples_test.py --all      every folder of examples/
"""

import argparse
import os
import pathlib
import pwd
import shutil
import sqlite3
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FORALL = pathlib.Path(os.environ.get("FORALL", ROOT / "build/release/bin/forall")).resolve()

# Everything that is stored but ids, times and the command line.
QUERIES = {
    "explorations": "SELECT p.name, e.state, e.file, e.line, e.definition, e.verdict, e.interrupted, e.paths, e.failed, e.discarded, e.cut, "
                    "e.infeasible, e.branches_covered, e.branches_total, e.fingerprint FROM puts p JOIN explorations e ON e.id = p.exploration_id",
    "cases": "SELECT p.name, c.position, c.name, c.outcome, c.fault, c.message, c.exception_type, c.file, c.line, c.function, c.data, c.native "
             "FROM puts p JOIN cases c ON c.exploration_id = p.exploration_id",
    "paths": "SELECT p.name, c.position, t.condition, t.decisions, t.coverage FROM puts p JOIN cases c ON c.exploration_id = p.exploration_id "
             "JOIN paths t ON t.case_id = c.id",
    "inputs": "SELECT put, case_name, position, name, type, kind, width, value, target FROM inputs",
    "objects": "SELECT put, case_name, position, name, type FROM objects",
    "observations": "SELECT put, case_name, position, name, type, value, expression FROM observations",
    "steps": "SELECT s.put, c.position, s.position, s.file, s.line, s.condition FROM steps s JOIN cases c ON c.id = s.case_id",
    "coverage": "SELECT v.put, c.position, v.file, v.line, v.function, v.direction FROM coverage v JOIN cases c ON c.id = v.case_id",
    "failing_cases": "SELECT put, name, outcome, fault, message, path_condition FROM failing_cases",
    "uncovered_branches": "SELECT put, file, line, function, direction FROM uncovered_branches",
    "open_puts": "SELECT put, kind, text, file, line, count, remedy FROM open_puts",
    "code": "SELECT p.name, c.position, c.name, c.fingerprint FROM puts p JOIN code c ON c.exploration_id = p.exploration_id",
}


class Server:
    """A PostgreSQL server of our own, on a socket only."""

    def __init__(self, folder):
        self.programs = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"))[-1]
        self.folder = folder / "postgres"
        self.folder.mkdir()
        self.user = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
        if os.geteuid() == 0:
            shutil.chown(self.folder, self.user)
            folder.chmod(0o755)
        self.run("initdb", "-D", self.folder / "data", "-A", "trust", "-U", "tester", "--no-sync", "-E", "UTF8", "--locale=C.UTF-8")
        self.run("pg_ctl", "-D", self.folder / "data", "-w", "-l", self.folder / "log", "-o", f"-k {self.folder} -c listen_addresses='' -F", "start")

    def run(self, program, *arguments):
        become = ["runuser", "-u", self.user, "--"] if os.geteuid() == 0 else []
        subprocess.run([*become, self.programs / program, *arguments], check=True, stdout=subprocess.DEVNULL, cwd="/")

    def url(self):
        return f"postgresql://tester@/postgres?host={self.folder}"

    def rows(self, query):
        run = subprocess.run([self.programs / "psql", self.url(), "-XAtq", "-F", "\x1f", "-R", "\x1e", "-c",
                              f"SET search_path = forall; {query}"], check=True, capture_output=True, text=True)
        return sorted(run.stdout.rstrip("\n").split("\x1e")) if run.stdout.strip("\n") else []

    def stop(self):
        self.run("pg_ctl", "-D", self.folder / "data", "-m", "immediate", "stop")


def sqlite_rows(file, query):
    with sqlite3.connect(file) as connection:
        return sorted("\x1f".join("" if value is None else str(value) for value in row) for row in connection.execute(query))


def subjects(takes_all):
    if not takes_all:
        return [ROOT / "examples/triangle", ROOT / "examples/bank"]
    return sorted({path.parent for path in (ROOT / "examples").rglob("*.cpp") if "FORALL(" in path.read_text() and "cmake" not in str(path)})


def start(folder, where, work, *options):
    sources = sorted(folder.glob("*.cpp"))
    command = [FORALL, "explore", *sources, "--db", where, "--emit", "none", "--quiet", "--jobs", "1", "--work", work, *options, "--",
               "-std=c++20", f"-I{folder}", f"-I{folder.parent}"]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def finish(process, folder):
    output = process.communicate(timeout=1200)[0]
    if process.returncode not in (0, 1):
        raise SystemExit(f"FAILED {folder}: exit code {process.returncode}\n{output}")


def record(folders, where, work):
    """Two at a time; then the first one twice at once: whoever finishes last counts."""
    for pair in [folders[i:i + 2] for i in range(0, len(folders), 2)]:
        running = [(start(folder, where, work / folder.name), folder) for folder in pair]
        for process, folder in running:
            finish(process, folder)
    running = [start(folders[0], where, work / folders[0].name, "--again") for _ in range(2)]
    for process in running:
        finish(process, folders[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true")
    folders = subjects(parser.parse_args().all)
    with tempfile.TemporaryDirectory(prefix="forall-examples-") as name:
        folder = pathlib.Path(name)
        server = Server(folder)
        try:
            file = folder / "cases.db"
            record(folders, str(file), folder / "build")
            record(folders, server.url(), folder / "build")
            failures = 0
            for table, query in QUERIES.items():
                here, there = sqlite_rows(file, query), server.rows(query)
                print(f"{table}: {len(here)} rows")
                if here == there:
                    continue
                failures += 1
                only_here, only_there = sorted(set(here) - set(there)), sorted(set(there) - set(here))
                print(f"  FAILED: {len(there)} in PostgreSQL; only in SQLite {only_here[:2]}, only in PostgreSQL {only_there[:2]}")
            if not sqlite_rows(file, QUERIES["cases"]):
                sys.exit("FAILED: no case was recorded")
        finally:
            server.stop()
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
