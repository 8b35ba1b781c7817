#!/usr/bin/env python3
"""Explores the programs of this folder with each solver back end alone and compares the results with what their heads expect.

A program begins with

    // capability: rotation by a symbolic amount (funnel shift)
    // Reached: refuted                    or `refuted by out of bounds`, or `open: environment`
    // Holds: proved                       or `open: concretized-float`; a program may have one of the two tests only

Compiling is what takes time, so the programs of a folder are compiled together, once for all solvers. Predictions
are not trusted: the closed tests of every program are compiled without instrumentation, but with
sanitizers, and must do what their exploration saw; laws that are proved are sampled natively.

    run.py                  all of it, and the table in docs/limits.md must be up to date
    run.py --update-docs    writes that table
    run.py funnel memory/   only programs whose path contains one of these words
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
LIMITS = ROOT / "docs/limits.md"
BEGIN, END = "<!-- capabilities: begin -->", "<!-- capabilities: end -->"
AREAS = {
    "instructions": "Instructions",
    "language": "Language",
    "exceptions": "Exceptions",
    "floating": "Floating point",
    "memory": "Memory",
    "library_c": "C library",
    "library_cpp": "C++ library",
    "environment": "Environment",
}
SOLVERS = ("cadical", "z3")
CHUNK = 22  # programs compiled together
# Clang's own run-time library for sanitizers is a package of its own; GCC's does as well, and traps need none.
NATIVE_FLAGS = ["-std=c++20", "-g1", "-O0", "-w", "-D_GLIBCXX_ASSERTIONS",
                "-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize=function,vptr",
                "-fsanitize-trap=undefined,float-cast-overflow", "-fno-sanitize-link-runtime"]
NATIVE_LIBRARIES = ["-lasan", "-lgtest", "-lgtest_main", "-lpthread"]
ENDLESS_SECONDS, NATIVE_SECONDS = 2, 120  # of a test that is claimed to be endless, and more than any other takes


class Expectation:
    """`refuted by out of bounds` is (refuted, out of bounds); `open: a, b` is (open, a and b)."""

    def __init__(self, text):
        match = re.fullmatch(r"(proved|refuted|open)(?: by (.+)|: (.+))?", text)
        if not match:
            raise SystemExit(f"not an expectation: {text}")
        self.verdict = match[1]
        self.failure = match[2] or "abort"
        self.ledger = sorted(match[3].split(", ")) if match[3] else []

    def complaint(self, put, path):
        """What is wrong with the verdict of a PUT, or nothing."""
        kinds = ledger_kinds(put)
        if put["verdict"] != self.verdict:
            return f"{put['verdict']}, not {self.verdict} (ledger: {', '.join(kinds) or 'empty'})"
        if self.verdict == "open" and kinds != self.ledger:
            return f"open because of {', '.join(kinds)}, not {', '.join(self.ledger)}"
        failures = {failure_of(case) for case in put["failing"]}
        if self.verdict == "refuted" and failures != {self.failure}:
            return f"refuted by {' and '.join(sorted(failures))}, not {self.failure}"
        if self.failure == "abort" and any(not at_home(case, path) for case in put["failing"]):
            return "a failure that is not the program's own"
        return None


def ledger_kinds(put):
    return sorted({line["kind"] for line in put["ledger"]})


def failure_of(case):
    outcome = case["outcome"]
    return {"threw": "an exception", "failed": "a failed claim"}.get(outcome["kind"], outcome.get("fault", "none"))


def at_home(case, path):
    file = case["outcome"].get("file")
    return not file or pathlib.Path(file).name == path.name


class Program:
    """One file, named by the feature it is about."""

    def __init__(self, path):
        self.path = path
        self.area = path.parent.name
        head = path.read_text().split("#include", 1)[0]
        fields = dict(re.findall(r"^// (\w+): (.+)$", head, re.M))
        if "capability" not in fields or set(fields) - {"capability", "Reached", "Holds"}:
            raise SystemExit(f"{path}:1: error: the head is not as run.py describes it")
        self.feature = fields.pop("capability")
        self.suite = "".join(word.capitalize() for word in path.stem.split("_"))
        self.expected = {f"{self.suite}.{name}": Expectation(text) for name, text in fields.items()}
        self.name = f"{self.area}/{path.stem}"


def find_programs(words):
    programs = [Program(path) for area in AREAS for path in sorted((HERE / area).glob("*.cpp"))]
    stray = {path.parent.name for path in HERE.glob("*/*.cpp")} - set(AREAS)
    if stray:
        raise SystemExit(f"folders that run.py does not know: {stray}")
    return [p for p in programs if not words or any(word in p.name + ".cpp" for word in words)]


def chunks(programs):
    """Groups of programs that are compiled together, of one area each, as even as can be."""
    for area in AREAS:
        members = [p for p in programs if p.area == area]
        count = -(-len(members) // CHUNK)
        for k in range(count):
            yield f"{area}_{k}", members[k::count]


def run(command, **keywords):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, errors="replace",
                          stdin=subprocess.DEVNULL, **keywords)


def must(command, **keywords):
    done = run(command, **keywords)
    if done.returncode != 0:
        raise SystemExit(f"$ {' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done


class Corpus:
    def __init__(self, programs, forall, folder, jobs):
        self.programs = programs
        self.forall = forall
        self.folder = folder
        self.jobs = jobs
        self.complaints = []

    def complain(self, program, put, text):
        self.complaints.append(f"{program.path.relative_to(ROOT)}:1: error: {put}: {text}")

    def build(self, compiler, kind, sources, link):
        """Compiles texts side by side and links them."""
        def compile_one(item):
            name, text = item
            source, target = self.folder / f"{kind}_{name}.cpp", self.folder / f"{kind}_{name}.o"
            source.write_text(text)
            must([*compiler, "-c", source, "-o", target])
            return target

        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            objects = list(pool.map(compile_one, sources))
        target = self.folder / kind
        must([*compiler, *objects, *link, "-o", target])
        return target

    def build_target(self):
        sources = [(name, "".join(f'#include "{p.path}"\n' for p in members)) for name, members in chunks(self.programs)]
        return self.build([self.forall, "c++", "-std=c++20", "-w"], "target", sources, [])

    def explore(self, target, solver):
        done = run([self.forall, "explore", target, "--again", "--solver", solver, "--no-fallback", "--jobs", self.jobs, "--json",
                    "--quiet", "--no-confirm", "--seconds", "120", "--query-seconds", "60", "--tests", "40", "--out",
                    self.folder / f"tests-{solver}", "--db", self.folder / f"{solver}.db"])
        if done.returncode not in (0, 1):
            raise SystemExit(f"forall explore --solver {solver}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
        return {put["name"]: put for put in json.loads(done.stdout.strip().splitlines()[-1])["puts"]}

    def judge(self, puts):
        for program in self.programs:
            for name, expectation in program.expected.items():
                if name not in puts:
                    self.complain(program, name, "there is no such test")
                elif text := expectation.complaint(puts[name], program.path):
                    self.complain(program, name, text)

    def compare(self, one, other, solver):
        for program in self.programs:
            for name in program.expected:
                if name not in one or name not in other:
                    continue
                verdicts = one[name]["verdict"], other[name]["verdict"]
                if verdicts[0] != verdicts[1]:
                    kinds = ", ".join(ledger_kinds(other[name]))
                    self.complain(program, name, f"{verdicts[0]}, but with {solver} alone {verdicts[1]} ({kinds})")

    def build_native(self, puts):
        """The closed tests as one ordinary program. Each includes its test's source; here that comes only once."""
        def text(members):
            includes = "".join(f'#include "{p.path}"\n' for p in members)
            tests = ""
            for name in (name for p in members for name in p.expected if puts.get(name, {}).get("cases")):
                closed = (self.folder / "tests-cadical" / f"{name.replace('.', '_')}_test.cpp").read_text()
                tests += re.sub(r'#define FORALL_CLOSED_TESTS 1\n#include ".*"\n', "", closed)
            return f"#define FORALL_CLOSED_TESTS 1\n{includes}{tests}"

        sources = [(name, text(members)) for name, members in chunks(self.programs)]
        flags = [*NATIVE_FLAGS, "-I", ROOT / "include"]
        return self.build(["clang++-19", *flags], "native", sources, NATIVE_LIBRARIES)

    def confirm(self, native, puts):
        """Tests that pass run together, and apart only if not all of them do; those that fail run apart."""
        listed = must([native, "--gtest_list_tests"]).stdout
        tests, suite = [], ""
        for line in listed.splitlines():
            if line.startswith("  "):
                tests.append((suite, line.split("#")[0].strip()))
            elif line.endswith("."):
                suite = line[:-1]

        def fails(filter_text, seconds=NATIVE_SECONDS, leaks=False):
            # Looking for leaks natively takes longer than everything else.
            surroundings = {**os.environ, "ASAN_OPTIONS": f"detect_leaks={int(leaks)}"}
            try:
                return run([native, f"--gtest_filter={filter_text}", "--gtest_brief=1"], timeout=seconds,
                           cwd=self.folder, env=surroundings).returncode != 0
            except subprocess.TimeoutExpired:
                return True

        def check_passing(program, put):
            suite = put.replace(".", "_")
            wrong = [t for s, t in tests if s == suite and fails(f"{s}.{t}")] if fails(f"{suite}.*") else []
            if wrong:
                self.complain(program, put, f"passes in the exploration and fails natively: {', '.join(wrong)}")

        def check_failing(program, put):
            suite = f"{put.replace('.', '_')}_Fails"
            seconds = ENDLESS_SECONDS if program.expected[put].failure == "endless loop" else NATIVE_SECONDS
            leaks = program.expected[put].failure == "leak"
            wrong = [t for s, t in tests if s == suite and not fails(f"{s}.{t}", seconds, leaks)]
            if wrong:
                self.complain(program, put, f"fails in the exploration and passes natively: {', '.join(wrong)}")

        pairs = [(p, name) for p in self.programs for name in p.expected]
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            together = pool.submit(fails, "-*_Fails.*")
            list(pool.map(lambda pair: check_failing(*pair), pairs))
            if together.result():
                list(pool.map(lambda pair: check_passing(*pair), pairs))


def table(programs, puts):
    """Markdown: one row for each program."""
    reached = sum(puts[f"{p.suite}.Reached"]["verdict"] == "refuted" for p in programs if f"{p.suite}.Reached" in p.expected)
    targets = sum(f"{p.suite}.Reached" in p.expected for p in programs)
    proved = sum(puts[f"{p.suite}.Holds"]["verdict"] == "proved" for p in programs if f"{p.suite}.Holds" in p.expected)
    laws = sum(f"{p.suite}.Holds" in p.expected for p in programs)
    lines = [BEGIN, "",
             f"{len(programs)} programs: {reached} of {targets} targets reached, {proved} of {laws} laws proved.", ""]
    for area, title in AREAS.items():
        lines += [f"| {title} | target | law | ledger |", "|---|---|---|---|"]
        for p in (p for p in programs if p.area == area):
            cells, kinds = [], set()
            for test, wanted, good, bad in (("Reached", "refuted", "reached", "not reached"),
                                            ("Holds", "proved", "proved", "open")):
                name = f"{p.suite}.{test}"
                if name not in p.expected:
                    cells.append("")
                    continue
                kinds |= set(ledger_kinds(puts[name]))
                cells.append(good if puts[name]["verdict"] == wanted else bad)
            ledger = ", ".join(f"`{kind}`" for kind in sorted(kinds))
            lines.append(f"| [{p.feature}](../tests/capabilities/{p.name}.cpp) | {cells[0]} | {cells[1]} | {ledger} |")
        lines.append("")
    return "\n".join(lines + [END])


def place_table(text, update):
    """Whether docs/limits.md has this table, after writing it if asked to."""
    before = LIMITS.read_text()
    begin, end = before.index(BEGIN), before.index(END) + len(END)
    if update:
        LIMITS.write_text(before[:begin] + text + before[end:])
    return update or before[begin:end] == text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*")
    parser.add_argument("--update-docs", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", type=pathlib.Path, help="a folder for everything that is built, which stays")
    parser.add_argument("--forall", type=pathlib.Path,
                        default=os.environ.get("FORALL", ROOT / "build/release/bin/forall"))
    options = parser.parse_args()

    folder = options.keep or pathlib.Path(tempfile.mkdtemp(prefix="forall-capabilities-"))
    folder.mkdir(parents=True, exist_ok=True)
    try:
        programs = find_programs(options.words)
        corpus = Corpus(programs, pathlib.Path(options.forall).resolve(), folder.resolve(), options.jobs)
        target = corpus.build_target()
        puts = corpus.explore(target, SOLVERS[0])
        corpus.judge(puts)
        for solver in SOLVERS[1:]:
            corpus.compare(puts, corpus.explore(target, solver), solver)
        corpus.confirm(corpus.build_native(puts), puts)
        is_complete = not options.words and all(name in puts for p in programs for name in p.expected)
        if is_complete and not place_table(table(programs, puts), options.update_docs):
            corpus.complaints.append(f"{LIMITS}: error: the table of capabilities is stale; run.py --update-docs writes it")
    finally:
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)
    for complaint in corpus.complaints:
        print(complaint)
    print(f"{len(programs)} programs, {len(corpus.complaints)} complaints")
    return 1 if corpus.complaints else 0


if __name__ == "__main__":
    sys.exit(main())
