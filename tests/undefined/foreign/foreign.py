#!/usr/bin/env python3
"""Programs that others wrote to test sanitizers, as tests of forall: compiler-rt's, unchanged (programs/, see README.md).

expected.txt has one line for each program and way to run it:

    NAME | FILE | MACROS | ARGUMENTS | RESULT

The program's `main` becomes a function of a namespace, and a PUT calls it, with the arguments, or with `argc` from 1 to 2 where there are
none. RESULT is what forall is expected to say: `found FAULT`, `open REASONS`, or `MISSED` where it proves what a
sanitizer reports. A result that differs is a failure; `--update` writes it down. With --truth only the sanitizers are asked.
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

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import native
import table

EXPECTED = HERE / "expected.txt"
CHUNK = 30
HEADERS = ["alloca.h", "assert.h", "ctype.h", "errno.h", "fcntl.h", "inttypes.h", "limits.h", "math.h", "search.h", "stdarg.h", "stddef.h",
           "stdint.h", "stdio.h", "stdlib.h", "string.h", "sys/stat.h", "sys/times.h", "sys/types.h", "time.h", "unistd.h", "wchar.h",
           "cassert", "cstdio", "cstdlib", "functional", "new", "string", "vector"]
# Included in front of all programs, so that they include nothing inside of their namespaces.
HEAD = '#include "undefined.h"\n' + "".join(f"#include <{name}>\n" for name in HEADERS) + """
inline int call_main(int (*main)(), int, char**) { return main(); }
inline int call_main(int (*main)(int, char**), int argc, char** argv) { return main(argc, argv); }
inline int call_main(int (*main)(int, const char**), int argc, char** argv) {
  return main(argc, const_cast<const char**>(argv));
}
"""
JUDGES = {
    "asan": ["-fsanitize=address,pointer-compare,pointer-subtract", "-mllvm", "-asan-instrument-dynamic-allocas"],
    "ubsan": ["-fsanitize=undefined,float-cast-overflow", "-fno-sanitize-recover=all"],
    "msan": ["-fsanitize=memory"],
}


class Program:
    def __init__(self, line):
        self.name, self.file, macros, arguments, self.expected = (part.strip() for part in line.split("|"))
        self.macros, self.arguments = macros.split(), arguments.split()
        self.judge = self.file.split("/")[0]
        self.suite = "".join(word.capitalize() for word in re.split(r"[^a-zA-Z0-9]+", self.name))

    def line(self, result):
        return " | ".join([self.name, self.file, " ".join(self.macros), " ".join(self.arguments), result]) + "\n"

    def text(self):
        defines = "".join(f"#define {macro.replace('=', ' ', 1) if '=' in macro else macro + ' 1'}\n" for macro in self.macros)
        undefines = "".join(f"#undef {macro.split('=')[0]}\n" for macro in self.macros)
        words = "".join(f", {json.dumps(word)}" for word in self.arguments)
        count = len(self.arguments) + 1
        body = (f"  if (argc < 1 || argc > 2) return;\n  char words[2][9] = {{\"program\", \"x\"}};\n"
                f"  char* argv[] = {{words[0], argc == 2 ? words[1] : nullptr, nullptr}};\n  call_main(&program_main, argc, argv);\n"
                if not words else
                f"  char words[{count}][64] = {{\"program\"{words}}};\n  char* argv[{count} + 1] = {{}};\n"
                f"  for (int i = 0; i < {count}; ++i) argv[i] = words[i];\n"
                f"  if (argc == {count}) call_main(&program_main, argc, argv);\n")
        return (f"namespace {self.suite} {{\n{defines}#define main program_main\n#include \"programs/{self.file}\"\n#undef main\n{undefines}"
                f"void Put(int argc) {{\n{body}}}\n{table.registration(self.suite, 'Put', [('argc', 'int', 0)], 1)}}}\n")

    def words(self):
        return [f"{self.suite}.Put", str(len(self.arguments) + 1)]


def build(programs, compiler, folder, name, jobs, more=()):
    """One program of all of them; in chunks, side by side."""
    commands = []
    for k, members in enumerate(native.chunks(programs, CHUNK)):
        source = folder / f"{name}_{k}.cpp"
        source.write_text(HEAD + "\n".join(program.text() for program in members))
        commands.append([*compiler, "-c", source, "-o", source.with_suffix(".o")])
    commands += [[*compiler, "-c", source, "-o", folder / f"{name}_{source.stem}.o"] for source in more]
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        list(pool.map(native.must, commands))
    native.must([*compiler, *(command[-1] for command in commands), "-o", folder / name])
    return folder / name


def unreported(programs, folder, jobs):
    """The programs that their own sanitizer does not report."""
    found = []
    for judge, flags in JUDGES.items():
        members = [program for program in programs if program.judge == judge]
        if not members:
            continue
        target = build(members, ["clang++-19", *native.COMMON, "-I", HERE, "-D_GNU_SOURCE", *flags], folder, judge, jobs, [HERE.parent / "native_main.cpp"])
        environment = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0:symbolize=0:detect_stack_use_after_return=1:detect_invalid_pointer_pairs=2:strict_memcmp=1",
                       "MSAN_OPTIONS": "symbolize=0", "UBSAN_OPTIONS": "symbolize=0"}

        def is_clean(program):
            try:
                done = subprocess.run([target, *program.words()], capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL,
                                      timeout=10, env=environment)
            except subprocess.TimeoutExpired:
                return True
            return done.returncode == 0 or not re.search(r"Sanitizer|runtime error", done.stderr)

        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            found += [program for program, clean in zip(members, pool.map(is_clean, members)) if clean]
    return found


def explore(programs, forall, folder, jobs):
    target = build(programs, [forall, "c++", "-std=c++20", "-w", "-I", HERE.parent, "-I", HERE], folder, "target", jobs)
    command = [forall, "explore", target, "--again", "--emit", "none", "--no-confirm", "--json", "--quiet", "--jobs", jobs, "--seconds", "10",
               "--run-seconds", "1", "--no-leaks", "--db", folder / "cases.db"]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, errors="replace", cwd=folder, stdin=subprocess.DEVNULL)
    if done.returncode not in (0, 1):
        raise SystemExit(f"forall explore: exit code {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return {put["name"]: put for put in json.loads(done.stdout.splitlines()[-1])["puts"]}


def result_of(put):
    if put["verdict"] == "refuted":
        faults = {case["outcome"].get("fault", "none") if case["outcome"]["kind"] == "crashed" else case["outcome"]["kind"] for case in put["failing"]}
        return f"found {', '.join(sorted(faults))}"
    return "MISSED" if put["verdict"] == "proved" else f"open {', '.join(sorted({line['kind'] for line in put['ledger']}))}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--truth", action="store_true")
    parser.add_argument("--verdicts", action="store_true", help="ask forall only")
    parser.add_argument("--only", default="", help="programs whose name contains this")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--forall", type=pathlib.Path,
                        default=os.environ.get("FORALL", HERE.parent.parent.parent / "build/release/bin/forall"))
    options = parser.parse_args()
    lines = EXPECTED.read_text().splitlines()
    everything = [Program(line) for line in lines if line and not line.startswith("#")]
    programs = [program for program in everything if options.only in program.name]
    folder = options.keep or pathlib.Path(tempfile.mkdtemp(prefix="forall-foreign-"))
    folder.mkdir(parents=True, exist_ok=True)
    errors, results = [], {}
    try:
        if not options.verdicts:
            errors += [f"error: {program.name}: its own sanitizer reports nothing" for program in unreported(programs, folder.resolve(), options.jobs)]
        if not options.truth:
            puts = explore(programs, pathlib.Path(options.forall).resolve(), folder.resolve(), options.jobs)
            results = {program.name: result_of(puts[f"{program.suite}.Put"]) for program in programs}
    finally:
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)
    if options.update:
        head = "".join(line + "\n" for line in lines if line.startswith("#"))
        EXPECTED.write_text(head + "".join(program.line(results.get(program.name, program.expected)) for program in everything))
    else:
        errors += [f"error: {program.name}: {results[program.name]}, not {program.expected}" for program in programs
                   if results and results[program.name] != program.expected]
    count = lambda word: sum(result.startswith(word) for result in results.values())
    print("\n".join(errors + [f"{len(programs)} programs: {count('found')} found, {count('open')} open, {count('MISSED')} missed; {len(errors)} errors"]))
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
