"""The checks of a batch of programs, which share a translation unit:

  native     two compilers agree on everything the programs do (else a program has undefined behaviour: our own mistake);
  tool       forall compiles and explores them without an error of its own, among them a soundness error of a trace or model;
  values     on the inputs of every case the native programs have the same outcome, result, marks and digest;
  path       no run leaves its predicted path, and nothing else is in the ledger that these programs cannot cause;
  missing    behaviours that native runs show are found if the ledger is empty;
  proof      nothing is proved that a native run contradicts;
  alarm      nothing is refuted that native runs do not confirm.
"""

import collections
import dataclasses
import glob
import json
import os
import random
import shutil
import subprocess

import generate

CHECKS = "integer-divide-by-zero,signed-integer-overflow,shift,bounds,null,return,unreachable"
HERE = os.path.dirname(os.path.abspath(__file__))
# All code is instrumented and depends on nothing but its inputs: these lines would be our mistakes.
IMPOSSIBLE = {"nondeterministic-run", "native-run-differs", "not-confirmed", "stale-shadow", "undefined-value", "thread-started",
              "global-state", "vacuous", "interrupted", "environment", "rounding-mode"}
RANDOM_RUNS = 3000


@dataclasses.dataclass
class Failure:
    seed: int
    check: str
    text: str


@dataclasses.dataclass
class Outcome:
    """What happened to a batch."""
    failures: list = dataclasses.field(default_factory=list)
    counts: collections.Counter = dataclasses.field(default_factory=collections.Counter)
    verdicts: collections.Counter = dataclasses.field(default_factory=collections.Counter)
    ledger: collections.Counter = dataclasses.field(default_factory=collections.Counter)

    def add(self, other):
        self.failures += other.failures
        for name in ("counts", "verdicts", "ledger"):
            getattr(self, name).update(getattr(other, name))


class Broken(Exception):
    """A step that concerns the whole batch went wrong."""

    def __init__(self, check, text):
        super().__init__(text)
        self.check = check


@dataclasses.dataclass
class Setting:
    forall: str
    clang: str = "clang++-19"
    gcc: str = "g++"
    seconds: float = 4
    contract: str = "off"  # -ffp-contract
    undefined: bool = False  # the programs may have undefined behaviour: check_undefined.py
    audit: bool = False

    def flags(self):
        return ["-std=c++20", "-w", f"-ffp-contract={self.contract}", f"-I{HERE}"]


def run(check, command, folder, seconds, accept=(0,), text=""):
    try:
        result = subprocess.run(command, cwd=folder, input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                errors="replace", timeout=seconds)
    except subprocess.TimeoutExpired:
        raise Broken(check, f"{os.path.basename(command[0])} took longer than {seconds:.0f} s") from None
    if result.returncode not in accept:
        message = (result.stderr.strip() or result.stdout.strip())[-1500:]
        raise Broken(check, f"{os.path.basename(command[0])} {command[1] if len(command) > 1 else ''}: exit code {result.returncode}: {message}")
    return result.stdout


class Native:
    """The programs compiled by one ordinary compiler."""

    def __init__(self, compiler, flags, folder, name):
        self.folder, self.program = folder, os.path.join(folder, name)
        run("native", [compiler, *flags, "-D_GLIBCXX_ASSERTIONS", f"-fsanitize={CHECKS}", "native.cpp", "-o", self.program], folder, 300)

    def ask(self, commands):
        """The answers to commands, each a list of lists of words."""
        text = run("native", [self.program], self.folder, 60 + len(commands), text="".join(c + "\n" for c in commands))
        answers = [[line.split() for line in part.splitlines()] for part in text.split("\n\n")][:-1]
        if len(answers) != len(commands):
            raise Broken("native", f"the native program died at: {commands[min(len(answers), len(commands) - 1)]}")
        return answers


class Truth:
    """What native runs say about a program."""

    def __init__(self, program, answer):
        self.is_complete = program.is_small
        self.behaviours = {(line[1], int(line[2])): line[3:] for line in answer if line[0] == "behaviour"}
        self.results = [int(line[1]) for line in answer if line[0] == "result"]
        self.all = next(line[1:] for line in answer if line[0] == "all")
        rng = random.Random(program.seed)  # half of the claims are false
        self.forbidden = rng.choice(self.results) if self.results and rng.random() < 0.5 else generate.NOTHING

    def is_refutable(self):
        return self.forbidden in self.results or any(outcome != "passed" for outcome, _ in self.behaviours)


def observe_native(programs, setting, folder):
    """The two native programs, and the truth by seed."""
    with open(os.path.join(folder, "native.cpp"), "w") as file:
        file.write(generate.translation_unit(programs, {}))
    clang = Native(setting.clang, [*setting.flags(), "-O1", "-fsanitize-trap=all"], folder, "native-clang")
    compilers = [clang]
    if setting.contract == "off":  # how terms are contracted is a compiler's own choice
        compilers.append(Native(setting.gcc, [*setting.flags(), "-O0", "-fsanitize-undefined-trap-on-error"], folder, "native-gcc"))
    commands = [f"brute {p.name}" if p.is_small else f"random {p.name} {p.seed} {RANDOM_RUNS if not p.forks else 300}" for p in programs]
    answers = [compiler.ask(commands) for compiler in compilers]
    truths, failures = {}, []
    for k, program in enumerate(programs):
        truth = truths[program.seed] = Truth(program, answers[0][k])
        for other in answers[1:]:
            if Truth(program, other[k]).all != truth.all:
                failures.append(Failure(program.seed, "native", "two compilers disagree about it"))
    return compilers, truths, failures


def explore(programs, truths, setting, folder):
    """The results of forall by seed, the JSON of the PUT and its cases; and failures."""
    with open(os.path.join(folder, "fuzz.cpp"), "w") as file:
        file.write(generate.translation_unit(programs, {seed: truth.forbidden for seed, truth in truths.items()}))
    options = ["--emit", "none", "--json", "--quiet", "--jobs", "1", "--seconds", str(setting.seconds), "--query-seconds", "1"]
    options += ["--audit"] if setting.audit else []

    def puts_of(source, count, *more):
        output = run("tool", [setting.forall, "explore", source, "--again", *options, "--work", "work", *more], folder,
                     120 + (setting.seconds + 2) * count, (0, 1))
        return {int(p["name"].removeprefix("Fuzz.P")): p for p in json.loads(output.splitlines()[-1])["puts"]}

    failures = []
    try:
        puts = puts_of("fuzz.cpp", len(programs), "--", *setting.flags())
    except Broken:
        targets = glob.glob(os.path.join(folder, "work", "target-*"))
        if not targets:
            raise
        puts = {}  # one of them ended it: which?
        for program in programs:
            try:
                puts.update(puts_of(targets[0], 1, "--put", f"Fuzz.{program.name}"))
            except Broken as broken:
                failures.append(Failure(program.seed, "tool", str(broken)))
        if not failures:
            raise
    results = {}
    for program in programs:
        if program.seed in puts:
            cases = json.loads(run("tool", [setting.forall, "show", f"Fuzz.{program.name}", "--json"], folder, 60))["cases"]
            results[program.seed] = puts[program.seed], cases
        elif not failures:
            raise Broken("tool", f"{program.name} has no result")
    return results, failures


def inputs_text(case):
    return ", ".join(f"{i['name']} = {i['value']}" for i in case["inputs"])


def case_command(program, case):
    values = {i["name"]: i["value"] for i in case["inputs"]}
    return f"case {program.name} " + " ".join(str(int(values[i.name])) for i in program.inputs)


def check_case(case, answer, forbidden):
    """The difference between a case and a native run with its inputs, or None."""
    outcome, result, marks, digest = answer
    kind = case["outcome"]["kind"]
    expected = {"fault": "crashed", "threw": "threw"}.get(outcome, "failed" if int(result) == forbidden else "passed")
    where = f"on {inputs_text(case)}"
    if kind != expected:
        return f"{where} exploration says {kind} ({case['outcome'].get('message', '')}), the native program {expected}"
    if outcome == "fault":
        return None
    seen = {o["name"]: int(o["value"]) for o in case["observations"]}
    native = {"result": int(result) % 2**64, "marks": int(marks), "digest": int(digest)}
    return None if seen == native else f"{where} exploration observed {seen}, the native program {native}"


def check_put(program, put, cases, truth, answers):
    """Yields (check, text) for all that is wrong with the result of a PUT. `answers` has those of each compiler."""
    for line in put["ledger"]:
        if line["kind"] in IMPOSSIBLE:
            yield "path", f"{line['kind']}: {line['text']} (line {line['line']})"
    for of_compiler in answers:
        for case, answer in zip(cases, of_compiler):
            if difference := check_case(case, answer, truth.forbidden):
                yield "values", difference
                break
    found = set()
    for case in cases:
        marks = {o["name"]: int(o["value"]) for o in case["observations"]}.get("marks", 0)
        kind = case["outcome"]["kind"]
        found.add(("fault", 0) if kind == "crashed" else ("threw", marks) if kind == "threw" else ("passed", marks))
    if put["verdict"] == "proved" and truth.is_refutable():
        yield "proof", "proved, but a native run contradicts it"
    if put["verdict"] == "refuted" and truth.is_complete and not truth.is_refutable():
        yield "alarm", "refuted, but no native run fails"
    if put["verdict"] == "open" and not put["ledger"]:
        yield "missing", "open without a reason in the ledger"
    real = set(truth.behaviours)
    if truth.is_complete and found - real:
        yield "values", f"a behaviour that no native run shows: {sorted(found - real)[0]}"
    if not put["ledger"]:
        # What exhaustion tries is run, and not kept as cases.
        is_exhausted = any(note.get("kind") == "exhaustion" for note in put["notes"])
        if real - found and not is_exhausted:
            missing = sorted(real - found)[0]
            yield "missing", f"{len(real - found)} of {len(real)} behaviours not found, such as {missing} on {truth.behaviours[missing]}, and the ledger is empty"
        if truth.is_refutable() and put["verdict"] != "refuted":
            yield "missing", f"a native run refutes it (forbidden result {truth.forbidden}), exploration did not, and the ledger is empty"


def check_together(programs, setting, folder, only_native):
    outcome = Outcome()
    compilers, truths, outcome.failures = observe_native(programs, setting, folder)
    if only_native:
        return outcome
    results, failures = explore(programs, truths, setting, folder)
    outcome.failures += failures
    outcome.counts.update(programs=len(programs) - len(results))
    programs = [program for program in programs if program.seed in results]
    commands, slices = [], {}
    for program in programs:
        cases = results[program.seed][1]
        slices[program.seed] = slice(len(commands), len(commands) + len(cases))
        commands += [case_command(program, case) for case in cases]
    answers = [[lines[0] for lines in compiler.ask(commands)] for compiler in compilers]
    for program in programs:
        put, cases = results[program.seed]
        outcome.counts.update(programs=1, paths=put["paths"], runs=put["runs"], cases=len(cases), exact=not put["ledger"],
                              small=program.is_small)
        outcome.verdicts[put["verdict"]] += 1
        outcome.ledger.update(line["kind"] for line in put["ledger"])
        own = [a[slices[program.seed]] for a in answers]
        outcome.failures += [Failure(program.seed, check, text) for check, text in check_put(program, put, cases, truths[program.seed], own)]
    return outcome


def check_batch(programs, setting, folder, only_native=False):
    """Checks a batch in a folder of its own, which is removed. Where a step fails for the whole batch, each program gets a
    batch of its own."""
    os.makedirs(folder, exist_ok=True)
    together = check_together
    if setting.undefined:
        import check_undefined
        together = check_undefined.check_together
    try:
        return together(programs, setting, folder, only_native)
    except Broken as broken:
        if len(programs) == 1:
            return Outcome([Failure(programs[0].seed, broken.check, str(broken))], collections.Counter(programs=1))
        outcome = Outcome()
        for program in programs:
            outcome.add(check_batch([program], setting, os.path.join(folder, program.name), only_native))
        if not outcome.failures:
            outcome.failures.append(Failure(programs[0].seed, broken.check, f"only as a batch of {len(programs)}: {broken}"))
        return outcome
    finally:
        shutil.rmtree(folder, ignore_errors=True)
