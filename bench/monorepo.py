#!/usr/bin/env python3
"""What an edit costs in a large project (docs/scale.md): many test programs of small PUTs, built by make and explored into one PostgreSQL database.

Writes the project, explores all of it, then nothing new, then what an edit of one library in a hundred reaches, and last every program once more
although nothing has changed (as a CI job does that has the database but no build tree's time stamps). Says for each how many PUTs were explored, and the CPU time of all
processes, which depends less than the clock on what else the machine does."""

import argparse
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests/e2e"))
from postgres_server import PostgresServer  # noqa: E402
from support import FORALL  # noqa: E402

LIBRARY = """#pragma once
inline int scaled_{n}(int x, int by) {{
  const int limit = {limit};
  if (x > limit) return limit * by;
  if (x < -limit) return -limit * by;
  return x * by;
}}
"""
PUT = """
void Law{k}(int x) {{
  const int y = scaled_{n}(x, {k} + 1);
  if (y > {limit} * ({k} + 1) || y < -{limit} * ({k} + 1)) __builtin_trap();
}}
FORALL(Program{n}, Law{k});
"""
MAKEFILE = """tests := $(patsubst %.cpp,%,$(wildcard test_*.cpp))
all: $(tests:%=%.explored)
.SECONDARY: $(tests)
test_%: test_%.cpp library_%.h
	@$(FORALL) c++ -std=c++20 $< -o $@
%.explored: %
	@$(FORALL) explore $< --json --quiet --jobs 1 --emit none --no-confirm --strict > $@.json
	@touch $@
"""


class Project:
    def __init__(self, folder, programs, puts, url):
        self.folder, self.programs, self.puts = folder, programs, puts
        self.environment = {**os.environ, "FORALL": str(FORALL), "FORALL_DB": url}
        (folder / "Makefile").write_text(MAKEFILE)
        for n in range(programs):
            self.write_library(n, 100)
            laws = "".join(PUT.format(n=n, k=k, limit=1000) for k in range(puts))
            (folder / f"test_{n}.cpp").write_text(f'#include <forall/forall.h>\n#include "library_{n}.h"\n{laws}')

    def write_library(self, n, limit):
        (self.folder / f"library_{n}.h").write_text(LIBRARY.format(n=n, limit=limit))

    def make(self, what, jobs):
        """PUTs that were explored, and CPU seconds."""
        for old in self.folder.glob("*.json"):
            old.unlink()
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.time()
        subprocess.run(["make", "--silent", f"-j{jobs}"], cwd=self.folder, env=self.environment, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        puts = [put for file in self.folder.glob("*.json") for put in json.loads(file.read_text())["puts"]]
        if any(put["verdict"] != "proved" for put in puts):
            raise SystemExit("a PUT was not proved")
        explored = sum(not put["kept"] for put in puts)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        print(f"{what}: {explored} PUTs explored, {len(puts) - explored} unchanged; {cpu:.1f} s of CPU, {time.time() - start:.1f} s", flush=True)
        return explored, cpu


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", type=int, default=200)
    parser.add_argument("--puts", type=int, default=10, help="of each program")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    edited = range(0, options.programs, 100)
    with tempfile.TemporaryDirectory(prefix="forall-monorepo-") as name:
        folder = pathlib.Path(name)
        server = PostgresServer(folder)
        try:
            project = Project(folder, options.programs, options.puts, server.url)
            all_puts = options.programs * options.puts
            everything, _ = project.make("everything", options.jobs)
            nothing, _ = project.make("nothing edited", options.jobs)
            for n in edited:
                project.write_library(n, 200)
            some, _ = project.make(f"{len(edited)} of {options.programs} libraries edited", options.jobs)
            for stamp in folder.glob("*.explored"):
                stamp.unlink()
            kept, _ = project.make("every program once more", options.jobs)
        finally:
            server.kill()
    if (everything, nothing, some, kept) != (all_puts, 0, len(edited) * options.puts, 0):
        raise SystemExit("other PUTs were explored than those that the edit reaches")


if __name__ == "__main__":
    main()
