#!/usr/bin/env python3
"""Random C++ programs, explored by forall and run natively; check.py says what has to agree.

    fuzz.py --seeds 1000:11000 --jobs 2                any range of seeds; the same seed is the same program
    fuzz.py --seeds 1000:11000 --jobs 2 --resume       goes on where it was interrupted
    fuzz.py --seeds 4711                               one program; `generate.py 4711` prints it

Of a failure a folder is left in --out, with the program, the failure and, shrunk, the smallest program that still fails. The last
line is a summary; the exit code is 1 if anything failed.
"""

import argparse
import concurrent.futures
import json
import os
import sys
import tempfile
import threading
import time

import check
import generate
import shrink

DEFAULT_FORALL = os.path.join(check.HERE, "..", "..", "build", "release", "bin", "forall")
MOST_SHRUNK = 8  # failures of one run that are worth the time


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--forall", default=DEFAULT_FORALL, help="the program under test")
    parser.add_argument("--seeds", default="1:301", help="FIRST:END or one seed")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--batch", type=int, default=30, help="programs in a translation unit")
    parser.add_argument("--seconds", type=float, default=4, help="of exploration of one program")
    parser.add_argument("--floats", action=argparse.BooleanOptionalAction, default=True, help="floating point in the programs")
    parser.add_argument("--exhaustive", action="store_true", help="single functions over two inputs of 6 bits")
    parser.add_argument("--undefined", action="store_true", help="programs with undefined behaviour, against sanitizers")
    parser.add_argument("--no-unset", action="store_true", help="with --undefined: no programs that read variables without a value")
    parser.add_argument("--contract", choices=["off", "on"], default="off", help="-ffp-contract; `on` compares with clang alone")
    parser.add_argument("--confirm", type=int, default=0, help="refuted programs whose closed tests forall itself confirms")
    parser.add_argument("--audit", action="store_true", help="explore with --audit: solvers and simplifier are checked, too")
    parser.add_argument("--out", default="fuzz-out", help="folder for failures and progress")
    parser.add_argument("--resume", action="store_true", help="skip the batches that the progress file has")
    parser.add_argument("--no-shrink", action="store_true")
    parser.add_argument("--least-exact", type=float, default=0.5, help="part of the programs that must have an empty ledger")
    options = parser.parse_args()
    options.forall = os.path.abspath(options.forall)
    first, _, end = options.seeds.partition(":")
    options.seeds = range(int(first), int(end) if end else int(first) + 1)
    return options


class Session:
    def __init__(self, options):
        self.options = options
        self.setting = check.Setting(options.forall, seconds=options.seconds, contract=options.contract,
                                     undefined=options.undefined, audit=options.audit)
        self.total, self.start, self.shrunk = check.Outcome(), time.monotonic(), 0
        self.lock = threading.Lock()
        self.temporary = tempfile.TemporaryDirectory(prefix="forall-fuzz-")
        os.makedirs(options.out, exist_ok=True)
        self.progress = os.path.join(options.out, "progress.jsonl")
        self.done = self.read_progress() if options.resume else set()
        if not options.resume and os.path.exists(self.progress):
            os.remove(self.progress)

    def read_progress(self):
        done = set()
        if os.path.exists(self.progress):
            with open(self.progress) as file:
                for line in file:
                    record = json.loads(line)
                    done.add(tuple(record["seeds"]))
                    old = check.Outcome([check.Failure(*f) for f in record["failures"]])
                    for name in ("counts", "verdicts", "ledger"):
                        getattr(old, name).update(record[name])
                    self.total.add(old)
        return done

    def program(self, seed):
        kind = generate.UndefinedProgram if self.options.undefined else generate.Program
        return kind(seed, self.options.floats, self.options.exhaustive)

    def folder(self, name):
        return os.path.join(self.temporary.name, str(name))

    def one_batch(self, seeds):
        programs = [self.program(seed) for seed in seeds]
        if self.options.no_unset:
            programs = [program for program in programs if not program.has_unset]
        if not programs:
            return
        outcome = check.check_batch(programs, self.setting, self.folder(seeds[0]))
        for seed in dict.fromkeys(f.seed for f in outcome.failures):
            self.keep_failure(seed, [f for f in outcome.failures if f.seed == seed])
        record = {"seeds": [seeds[0], seeds[-1]], "failures": [[f.seed, f.check, f.text] for f in outcome.failures],
                  "counts": outcome.counts, "verdicts": outcome.verdicts, "ledger": outcome.ledger}
        with self.lock:
            self.total.add(outcome)
            with open(self.progress, "a") as file:
                file.write(json.dumps(record) + "\n")
            done, all_ = self.total.counts["programs"], len(self.options.seeds)
            print(f"[{time.monotonic() - self.start:6.0f} s] {done}/{all_} programs, {self.total.counts['paths']} paths, "
                  f"{len(self.total.failures)} failures", flush=True)

    def keep_failure(self, seed, failures):
        """A folder with the program, what is wrong with it and its smallest form."""
        folder = os.path.join(self.options.out, str(seed))
        os.makedirs(folder, exist_ok=True)
        text = "".join(f"{f.check}: {f.text}\n" for f in failures)
        with self.lock:
            print(f"FAILED seed {seed}: {text}", end="", flush=True)
            self.shrunk += 1
            is_shrunk = self.shrunk <= MOST_SHRUNK and not self.options.no_shrink
        with open(os.path.join(folder, "program.cpp"), "w") as file:
            file.write(generate.translation_unit([self.program(seed)], {}))
        small = self.program(seed)
        left = shrink.shrink(small, failures[0].check, self.setting, self.folder(f"shrink-{seed}")) if is_shrunk else None
        if left is not None:
            with open(os.path.join(folder, "small.cpp"), "w") as file:
                file.write(generate.translation_unit([small], {}))
            text += f"small.cpp: {left.check}: {left.text}\n"
        with open(os.path.join(folder, "failure.txt"), "w") as file:
            file.write(text)

    def confirm(self):
        """forall's own way of confirming: closed tests, compiled by g++."""
        left = self.options.confirm
        for seed in self.options.seeds:
            if left == 0:
                return
            program, folder = self.program(seed), self.folder(f"confirm-{seed}")
            if not program.is_small or program.forks:  # the closed tests share a process
                continue
            os.makedirs(folder, exist_ok=True)
            try:
                _, truths, _ = check.observe_native([program], self.setting, folder)
                if not truths[seed].is_refutable():
                    continue
                left -= 1
                with open(os.path.join(folder, "fuzz.cpp"), "w") as file:
                    file.write(generate.translation_unit([program], {seed: truths[seed].forbidden}))
                output = check.run("tool", [self.setting.forall, "explore", "fuzz.cpp", "--again", "--json", "--quiet", "--jobs", "1", "--tests", "40", "--",
                                            *self.setting.flags()], folder, 300, (0, 1))
            except check.Broken as broken:
                self.total.failures.append(check.Failure(seed, broken.check, str(broken)))
                continue
            put = json.loads(output.splitlines()[-1])["puts"][0]
            wrong = [c for c in put["failing"] if c["native"] == "differs"] + [l for l in put["ledger"] if l["kind"] in check.IMPOSSIBLE]
            self.total.counts["confirmed"] += sum(c["native"] == "confirmed" for c in put["failing"])
            if wrong or not any(c["native"] == "confirmed" for c in put["failing"]):
                self.total.failures.append(check.Failure(seed, "alarm", f"not confirmed by its closed test: {(wrong or [put['verdict']])[0]}"))
                print(f"FAILED seed {seed}: {self.total.failures[-1].text}", flush=True)

    def run(self):
        seeds = list(self.options.seeds)
        batches = [seeds[k:k + self.options.batch] for k in range(0, len(seeds), self.options.batch)]
        batches = [b for b in batches if (b[0], b[-1]) not in self.done]
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            for future in concurrent.futures.as_completed([pool.submit(self.one_batch, b) for b in batches]):
                future.result()
        self.confirm()
        return self.summary()

    def summary(self):
        total, counts = self.total, self.total.counts
        few = counts["exact"] < self.options.least_exact * counts["programs"]
        listing = lambda counter: ", ".join(f"{n} {name}" for name, n in counter.most_common()) or "none"
        print(f"seeds {self.options.seeds.start}:{self.options.seeds.stop}: {counts['programs']} programs ({counts['small']} against brute force), "
              f"{counts['paths']} paths, {counts['runs']} runs, {counts['cases']} cases run natively; verdicts: {listing(total.verdicts)}; "
              f"{counts['exact']} with an empty ledger, lines: {listing(total.ledger)}; "
              f"{counts['confirmed']} closed tests confirmed; {len(total.failures)} failures, {time.monotonic() - self.start:.0f} s")
        if few:
            print("too few programs have an empty ledger: most checks compare nothing then")
        return 1 if total.failures or few else 0


if __name__ == "__main__":
    sys.exit(Session(parse_arguments()).run())
