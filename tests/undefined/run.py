#!/usr/bin/env python3
"""Holds forall to a corpus of undefined behaviour: table.py says what a row is, native.py what is true about it.

For each row
  a) the bad test is refuted, by a fault of the row's kind and at the line that is marked in its source; what the standard merely
     leaves open is a line in the ledger;
  b) the inputs that forall found make the native program report, as do those that the row knows by construction;
  c) its defined twin is proved, and runs clean natively.

What forall misses today is written down in missed.txt, one line each with what it says instead. A line that is no longer true
is a failure too, so that the list can only be honest: `run.py --update` writes it.

    run.py                    all of it
    run.py --only 'scope_*'   some rows; --list names them
    run.py --truth            the corpus alone, without forall
    run.py --verdicts         forall alone
"""

import argparse
import concurrent.futures
import fnmatch
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import native
import table

HERE = pathlib.Path(__file__).resolve().parent
MISSED = HERE / "missed.txt"
MISSED_HEAD = "# What forall says of a row instead of what it should: run.py --update writes this list.\n"


def explore(rows, forall, folder, jobs):
    """(the results of forall by name of the PUT, the marked lines)."""
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        build = native.Build(folder, "target", [forall, "c++", "-std=c++20", "-w", "-I", native.HERE], rows, pool)
    command = [forall, "explore", build.program, "--again", "--emit", "none", "--no-confirm", "--json", "--quiet", "--jobs", jobs, "--seconds",
               "20", "--run-seconds", "1", "--db", folder / "cases.db"]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, errors="replace", cwd=folder)
    if done.returncode not in (0, 1):
        raise SystemExit(f"forall explore: exit code {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return {put["name"]: put for put in json.loads(done.stdout.splitlines()[-1])["puts"]}, build.lines


def failure_of(case):
    outcome = case["outcome"]
    return outcome["kind"] if outcome["kind"] in ("threw", "failed") else outcome.get("fault", "none")


def ledger_of(put):
    return ", ".join(sorted({line["kind"] for line in put["ledger"]})) or "an empty ledger"


def complaints(row, puts, lines, truth):
    """What is wrong with forall's verdicts on a row."""
    bad, good = puts[f"{row.suite}.Bad"], puts[f"{row.suite}.Good"]
    if row.kind in table.LEDGERS and bad["verdict"] == "open":
        if ledger_of(bad) != table.LEDGERS[row.kind]:
            yield f"open: {ledger_of(bad)}, not {table.LEDGERS[row.kind]}"
    elif bad["verdict"] != "refuted":
        yield "falsely proved" if bad["verdict"] == "proved" else f"open: {ledger_of(bad)}"
    else:
        wrong = {failure_of(case) for case in bad["failing"]} - table.FAULTS[row.kind]
        if wrong:
            yield f"refuted by {' and '.join(sorted(wrong))}, not {' or '.join(sorted(table.FAULTS[row.kind]))}"
        places = {(os.path.basename(case["outcome"].get("file", "")), case["outcome"].get("line", 0)) for case in bad["failing"]}
        # A leak has no line, and an endless loop is stopped anywhere in it.
        if places - lines[row.name] and row.kind not in ("leak", "endless"):
            yield f"refuted at {' and '.join(sorted(describe(place, lines[row.name]) for place in places - lines[row.name]))}"
        inputs = {i["name"]: i["value"] for i in bad["failing"][0]["inputs"]}
        if truth and (text := truth.complaint_about_bad(row, table.words_of(row, inputs))):
            yield f"not confirmed: {text}"
    if good["verdict"] == "refuted":
        yield f"the twin is falsely refuted by {' and '.join(sorted({failure_of(case) for case in good['failing']}))}"
    elif good["verdict"] == "open":
        yield f"the twin is open: {ledger_of(good)}"


def describe(place, marked):
    """A place without numbers of lines, which other rows may move."""
    file, line = place
    if not file:
        return "no place"
    nearest = min((abs(line - l) for f, l in marked if f == file), default=None)
    return f"a place in {file}" if nearest is None else f"{nearest} lines from the mark"


def read_missed():
    lines = MISSED.read_text().splitlines() if MISSED.exists() else []
    return {line for line in lines if line and not line.startswith("#")}


def judge(rows, found, update):
    """Compares with missed.txt; the complaints that are left."""
    names = {row.name for row in rows}
    now = {f"{row.name}: {text}" for row, text in found}
    before = {line for line in read_missed() if line.partition(":")[0] in names}
    if update:
        others = {line for line in read_missed() if line.partition(":")[0] not in names}
        MISSED.write_text(MISSED_HEAD + "".join(line + "\n" for line in sorted(now | others)))
        return []
    return [f"error: {line}" for line in sorted(now - before)] + [
        f"error: missed.txt says what is no longer so: {line}" for line in sorted(before - now)]


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", help="rows whose name matches this pattern; may be repeated")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--truth", action="store_true", help="check the corpus natively, without forall")
    parser.add_argument("--verdicts", action="store_true", help="ask forall only, and confirm nothing natively")
    parser.add_argument("--update", action="store_true", help="write missed.txt")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for everything that is built, which stays")
    parser.add_argument("--forall", type=pathlib.Path,
                        default=os.environ.get("FORALL", HERE.parent.parent / "build/release/bin/forall"))
    return parser.parse_args()


def main():
    options = parse_arguments()
    rows = [row for row in table.all_rows() if not options.only or any(fnmatch.fnmatch(row.name, p) for p in options.only)]
    if options.list:
        for row in rows:
            print(f"{row.name}  ({row.kind}; judge: {row.judge}{', ' + row.note if row.note else ''})")
        return 0
    folder = options.keep or pathlib.Path(tempfile.mkdtemp(prefix="forall-undefined-"))
    folder.mkdir(parents=True, exist_ok=True)
    truth = None
    try:
        if not options.verdicts:
            truth = native.Native(rows, folder.resolve(), options.jobs)
        errors = [f"error: the corpus is wrong: {row.name}: {text}" for row, text in native.check_truth(rows, truth)] if truth else []
        if not options.truth:
            puts, lines = explore(rows, pathlib.Path(options.forall).resolve(), folder.resolve(), options.jobs)
            with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
                found = [(row, text) for row, texts in zip(rows, pool.map(lambda row: list(complaints(row, puts, lines, truth)), rows))
                         for text in texts]
            errors += judge(rows, found, options.update)
            false = sum(puts[f"{row.suite}.Bad"]["verdict"] == "proved" for row in rows)
            print(f"{len({row.name for row, _ in found})} of {len(rows)} rows are missed in some way, {false} of them falsely proved")
    finally:
        if truth:
            truth.symbolizer.close()
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)
    print("\n".join(errors + [f"{len(rows)} rows, {len(errors)} errors"]))
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
