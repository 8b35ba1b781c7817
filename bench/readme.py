"""The figures of the README: written between two marks from results.json, which `bench/run --readme` writes.

usage: readme.py [--check]. With --check nothing is written, and exit code 1 says that the README has other figures or that
results.json does not have every row with its verdict.
"""

import json
import pathlib
import sys

from rows import CONCRETE, EXPLORATIONS, README_ROWS

HERE = pathlib.Path(__file__).resolve().parent
README, RESULTS, PEERS = HERE.parent / "README.md", HERE / "results.json", HERE / "peers.json"
BEGIN, END = "<!-- figures: written by bench/readme.py -->\n", "<!-- end of figures -->\n"
TOOLS = {"KLEE STP": "KLEE with STP", "KLEE Z3": "KLEE with Z3", "CBMC": "CBMC"}


def figure(value):
    if value is None:
        return "–"
    return value.replace(">", "over ") if isinstance(value, str) else f"{value:.2g}" if value < 10 else f"{value:.3g}"


def together(texts):
    return "–" if set(texts) == {"–"} else " / ".join(texts)


def paths(row, peer):
    theirs = peer.get("paths", row["paths"])
    return str(row["paths"]) if theirs == row["paths"] else f"{row['paths']} (KLEE: {theirs})"


def section(results, peers):
    explorations = {row["name"]: row for row in results["explorations"]}
    lines = [f"| program | paths | `forall` | {' | '.join(TOOLS.values())} |", "|" + "---|" * (3 + len(TOOLS))]
    for title, puts in README_ROWS:
        columns = [title, together([paths(explorations[put], peers[put]) for put in puts]),
                   together([figure(explorations[put]["seconds"]) for put in puts])]
        columns += [together([figure(peers[put][tool]) for put in puts]) for tool in TOOLS]
        lines.append(f"| {' | '.join(columns)} |")
    lines += ["", "Slowdown of instrumented code against native code (`clang++ -O1`), when no value is symbolic:", "",
              f"| {' | '.join(CONCRETE.values())} |", "|" + "---|" * len(CONCRETE)]
    ratios = {row["name"]: row["ratio"] for row in results["concrete"]}
    lines.append(f"| {' | '.join(f'{ratios[name]:.1f}' for name in CONCRETE)} |")
    return "\n".join(lines) + "\n"


def with_section(readme, text):
    if readme.count(BEGIN) != 1 or readme.count(END) != 1 or readme.index(BEGIN) > readme.index(END):
        sys.exit(f"readme.py: error: README.md must have the marks {BEGIN.strip()} and {END.strip()}, once and in this order")
    return readme[: readme.index(BEGIN) + len(BEGIN)] + text + readme[readme.index(END):]


def complaints(results):
    """Of a file of results that the script did not write of all rows, or that has another verdict than a row must come to."""
    verdicts = {row["name"]: row["verdict"] for row in results["explorations"]}
    for name, (expected, _) in EXPLORATIONS.items():
        if verdicts.get(name) != expected:
            yield f"{name} is {verdicts.get(name, 'not there')}, not {expected}"
    for name in CONCRETE.keys() - {row["name"] for row in results["concrete"]}:
        yield f"{name} is not there"


def write(report):
    """What the README needs of a report, kept in results.json, and the README itself."""
    kept = {"machine": report["machine"], "cores": report["cores"],
            "explorations": [{key: row[key] for key in ("name", "verdict", "paths", "seconds")} for row in report["explorations"]],
            "concrete": [{key: row[key] for key in ("name", "native_ms", "run_ms", "ratio")} for row in report["concrete"]]}
    RESULTS.write_text(json.dumps(kept, indent=1) + "\n")
    main([])


def main(arguments):
    results = json.loads(RESULTS.read_text())
    wrong = list(complaints(results))
    if wrong:
        sys.exit(f"readme.py: error: {RESULTS}: {'; '.join(wrong)}; run bench/run --readme")
    before = README.read_text()
    after = with_section(before, section(results, json.loads(PEERS.read_text())["programs"]))
    if arguments == ["--check"]:
        if before != after:
            sys.exit("readme.py: error: README.md does not have the figures of bench/results.json; run bench/readme.py")
    elif before != after:
        README.write_text(after)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
