#!/usr/bin/env python3
"""Exploration against brute force, on functions written by hand that use one class of instructions each (instructions.inc).

As differential.py, over two inputs of 6 bits; besides, a function marked EXACT must have an empty ledger, and one marked LEDGER
must not.

    instructions.py --forall build/release/bin/forall [--only NAME ...] [--keep DIR]
"""

import argparse
import json
import pathlib
import re
import sys
import tempfile

import differential

SOURCE = pathlib.Path(__file__).with_name("instructions.inc")
FLAGS = ["-std=c++20", "-w"]
LOW, HIGH = 0, 63

BRUTE = """
static sigjmp_buf back;
static void on_trap(int) {{ siglongjmp(back, 1); }}
static int64_t (*const table[])(int32_t, int32_t) = {{{table}}};
// Each input runs in the state of a fresh process as far as statics go: one process per function and input would be exact but slow,
// so the functions with such state are run in children.
int main() {{
  std::signal(SIGILL, on_trap); std::signal(SIGTRAP, on_trap); std::signal(SIGFPE, on_trap); std::signal(SIGABRT, on_trap);
  for (unsigned k = 0; k < sizeof table / sizeof *table; ++k)
    for (int32_t a = {low}; a <= {high}; ++a)
      for (int32_t b = {low}; b <= {high}; ++b) {{
        const bool alone = {alone};
        const pid_t child = alone ? fork() : 0;
        if (child != 0) {{ waitpid(child, nullptr, 0); continue; }}
        marks = 0;
        if (sigsetjmp(back, 1)) {{ std::printf("%u %d %d fault 0\\n", k, a, b); }}
        else {{
          const int64_t result = table[k](a, b);
          std::printf("%u %d %d %lld %llu\\n", k, a, b, static_cast<long long>(result), static_cast<unsigned long long>(marks));
        }}
        std::fflush(stdout);
        if (alone) _exit(0);
      }}
}}
"""
STATEFUL = ("static_locals", "thread_locals")


def brute_force(names, folder, compiler):
    alone = " || ".join(f"k == {names.index(n)}" for n in STATEFUL if n in names) or "false"
    text = "#include <csetjmp>\n#include <csignal>\n#include <cstdio>\n#include <sys/wait.h>\n#include <unistd.h>\n"
    text += f'#include "{SOURCE}"\n' + BRUTE.format(table=", ".join(names), low=LOW, high=HIGH, alone=alone)
    (folder / "brute.cpp").write_text(text)
    differential.run([compiler, "-O1", *FLAGS, f"-fsanitize={differential.CHECKS}", "-fsanitize-trap=all", "brute.cpp", "-o", "brute"],
                     folder)
    truth = {name: {} for name in names}
    for line in differential.run(["./brute"], folder).splitlines():
        number, a, b, result, marks = line.split()
        truth[names[int(number)]][(int(a), int(b))] = (result, marks)
    return truth


def put_file(names, forbidden):
    text = f'#include <gtest/gtest.h>\n#include <forall/forall.h>\n#include "{SOURCE}"\n'
    for name in names:
        text += f"""static void Put_{name}(int32_t a, int32_t b) {{
  marks = 0;
  const int64_t result = {name}(a, b);
  forall::observe("result", result);
  forall::observe("marks", marks);
  EXPECT_NE(result, int64_t{{{forbidden[name]}}});
}}
FORALL(Instructions, Put_{name}).WithDomains(forall::InRange({LOW}, {HIGH}), forall::InRange({LOW}, {HIGH}));
"""
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--forall", required=True, type=pathlib.Path)
    parser.add_argument("--native", default="clang++-19", help="the compiler of the brute-force program")
    parser.add_argument("--only", nargs="*", help="these functions only")
    parser.add_argument("--keep", type=pathlib.Path, help="work in this folder and leave it")
    options = parser.parse_args()
    options.forall = options.forall.resolve()
    expected = {name: kind for kind, name in re.findall(r"^(EXACT|LEDGER)\((\w+)\)", SOURCE.read_text(), re.M)}
    names = [n for n in expected if not options.only or n in options.only]
    problems = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or pathlib.Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        truth = brute_force(names, folder, options.native)
        forbidden = {}
        for index, name in enumerate(names):  # every second PUT is false: it forbids the rarest result
            results = [int(r) for r, _ in truth[name].values() if r != "fault"]
            forbidden[name] = min(sorted(set(results)), key=results.count) if index % 2 else 987654321987654321
        (folder / "puts.cpp").write_text(put_file(names, forbidden))
        output = differential.run([options.forall, "explore", "puts.cpp", "--emit", "none", "--json", "--quiet", "--jobs", "1",
                                   "--seconds", "20", "--", *FLAGS], folder, (0, 1))
        puts = {p["name"]: p for p in json.loads(output.splitlines()[-1])["puts"]}
        for name in names:
            put = puts[f"Instructions.Put_{name}"]
            cases = json.loads(differential.run([options.forall, "show", put["name"], "--json"], folder))["cases"]
            complain = lambda text, n=name: problems.append(f"{n}: {text}")
            differential.check_put(name, put, cases, truth[name], forbidden[name], complain)
            lines = "; ".join(sorted({f"{x['kind']} {x.get('detail', '')}" for x in put["ledger"]}))
            if bool(put["ledger"]) != (expected[name] == "LEDGER"):
                complain(f"is {expected[name]}, but its ledger says: {lines or 'nothing'}")
    print("\n".join(problems))
    print(f"{len(names)} functions, {len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
