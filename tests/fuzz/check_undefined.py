"""The checks of a batch of programs that are undefined for some inputs, against sanitizers that saw all inputs:

  tool       forall compiles and explores them without an error of its own;
  proof      nothing is proved that a sanitizer reports for some input;
  missing    what a sanitizer reports is refuted, or open for a reason that stands in the ledger;
  alarm      nothing is refuted that no sanitizer reports, and the inputs of every failing case are reported.
"""

import os
import re

import check
import generate
from check import Broken, Failure, Outcome

SANITIZERS = {
    "address": ["-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all", "-D_GLIBCXX_ASSERTIONS"],
    "memory": ["-fsanitize=memory"],
}
# A child that dies says what it saw in one line: looking up names would take longer than everything else.
os.environ.update(ASAN_OPTIONS="detect_leaks=0:detect_stack_use_after_return=1:symbolize=0", UBSAN_OPTIONS="symbolize=0",
                  MSAN_OPTIONS="symbolize=0")


class Sanitized:
    """The programs compiled with one sanitizer."""

    def __init__(self, name, programs, setting, folder):
        self.folder, self.program, self.seeds = folder, os.path.join(folder, f"native-{name}"), {p.seed for p in programs}
        with open(os.path.join(folder, f"{name}.cpp"), "w") as file:
            file.write(generate.translation_unit(programs, {}))
        check.run("native", [setting.clang, *setting.flags(), "-O0", "-DFUZZ_SANITIZED", *SANITIZERS[name], f"{name}.cpp", "-o", self.program], folder, 300)

    def ask(self, commands):
        """For each command what was reported, or None."""
        text = check.run("native", [self.program], self.folder, 60 + 20 * len(commands), text="".join(c + "\n" for c in commands))
        answers = [None if line == "clean" else re.sub(r"==\d+==| on (unknown )?address 0x.*?(?= \(status)", "", line) for line in text.splitlines()]
        if len(answers) != len(commands):
            raise Broken("native", f"the native program died at: {commands[min(len(answers), len(commands) - 1)]}")
        return answers


def reports(builds, programs, command):
    """By position: the first report that any sanitizer has on the command for a program."""
    found = [None] * len(programs)
    for build in builds:
        own = [k for k, program in enumerate(programs) if program.seed in build.seeds]
        for k, answer in zip(own, build.ask([command(k) for k in own])):
            found[k] = found[k] or answer
    return found


def brute_command(program):
    return f"brute {program.name} " + " ".join(f"{i.low} {i.high}" for i in program.inputs)


def check_put(program, put, truth, failing):
    """Yields (check, text). `failing` has what sanitizers say about each failing case, with its description."""
    if truth and put["verdict"] == "proved":
        yield "proof", f"proved, but {truth}"
    if truth and put["verdict"] == "open" and not put["ledger"]:
        yield "missing", f"open without a reason in the ledger, and {truth}"
    if not truth and put["verdict"] == "refuted":
        yield "alarm", f"refuted, but no sanitizer reports any input: {failing[0][0]}"
    for text, report in failing:
        if truth and not report:
            yield "alarm", f"a failing case that no sanitizer reports: {text}"


def describe(case):
    return f"{check.inputs_text(case)}: {case['outcome'].get('message') or case['outcome'].get('fault', '')} (line {case['outcome'].get('line', 0)})"


def check_together(programs, setting, folder, only_native):
    outcome = Outcome()
    builds = [Sanitized("address", programs, setting, folder)]
    if unset := [program for program in programs if program.has_unset]:
        builds.append(Sanitized("memory", unset, setting, folder))
    truths = reports(builds, programs, lambda k: brute_command(programs[k]))
    for program, truth in zip(programs, truths):
        if truth and "(status 14)" in truth:
            outcome.failures.append(Failure(program.seed, "native", f"it does not end: {truth}"))
    if only_native:
        return outcome
    results, failures = check.explore(programs, {}, setting, folder)
    outcome.failures += failures
    cases = [(program, case) for program in programs if program.seed in results for case in results[program.seed][0]["failing"]]
    answers = reports(builds, [program for program, _ in cases], lambda k: check.case_command(*cases[k]))
    for program, truth in zip(programs, truths):
        if program.seed not in results:
            continue
        put = results[program.seed][0]
        failing = [(describe(case), answer) for (owner, case), answer in zip(cases, answers) if owner is program]
        outcome.counts.update(programs=1, paths=put["paths"], runs=put["runs"], cases=len(failing), exact=not put["ledger"], small=1,
                              reported=truth is not None)
        outcome.verdicts[put["verdict"]] += 1
        outcome.ledger.update(line["kind"] for line in put["ledger"])
        outcome.failures += [Failure(program.seed, name, text) for name, text in check_put(program, put, truth, failing)]
    return outcome
