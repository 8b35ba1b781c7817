"""What the tests of the corpus do natively: the truth that forall is held to, established without it.

Every row is compiled by clang with AddressSanitizer and UndefinedBehaviorSanitizer; rows whose judge is another one also by
that: MemorySanitizer, or GCC with the assertions of libstdc++. A test is *reported* if its process dies or a sanitizer speaks;
where a sanitizer speaks, it must name a line that is marked `// BUG`.
"""

import concurrent.futures
import os
import pathlib
import re
import subprocess
import threading

import table

HERE = pathlib.Path(__file__).resolve().parent
CHUNK = 80  # rows of one translation unit
COMMON = ["-std=c++20", "-O0", "-w", "-DUNDEFINED_NATIVE", "-I", HERE]
COMPILERS = {
    "address": ["clang++-19", "-g1", "-fno-omit-frame-pointer", "-fno-sanitize-recover=all",
                "-fsanitize=address,undefined,float-cast-overflow,pointer-compare,pointer-subtract"],
    "memory": ["clang++-19", "-g1", "-fno-omit-frame-pointer", "-fsanitize=memory"],
    "assertions": ["g++", "-D_GLIBCXX_ASSERTIONS"],
    "debug": ["g++", "-D_GLIBCXX_DEBUG"],
}
# One symbolizer for all runs: each run would start its own, which takes longer than the test.
OPTIONS = {
    "ASAN_OPTIONS": "detect_stack_use_after_return=1:detect_invalid_pointer_pairs=2:detect_leaks={leaks}:allocator_may_return_null=1:symbolize=0",
    "UBSAN_OPTIONS": "print_stacktrace=1:symbolize=0",
    "MSAN_OPTIONS": "halt_on_error=1:symbolize=0",
}
LONG_SECONDS, CLOCK_SECONDS = 60, 1  # of any test; of one that is endless
MIXED = [0, 1, -1, 2, 7, 42, 100, 2**31 - 1, -2**31]  # twins are run with these, and with the witness of their row
SYMBOLIZER = next((str(p) for p in (pathlib.Path("/usr/bin/llvm-symbolizer-19"), pathlib.Path("/usr/bin/llvm-symbolizer")) if p.exists()), "")


class Symbolizer:
    """The lines of frames like `(program+0x1234)` in the reports of sanitizers."""

    FRAME = re.compile(r"\((/[^()]+)\+(0x[0-9a-f]+)\)")

    def __init__(self):
        self.process = subprocess.Popen([SYMBOLIZER, "--inlines"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.lock, self.known = threading.Lock(), {}

    def close(self):
        self.process.stdin.close()
        self.process.wait()

    def lines(self, frame):
        with self.lock:
            if frame not in self.known:
                program, address = frame
                self.process.stdin.write(f'CODE "{program}" {address}\n')
                self.process.stdin.flush()
                self.known[frame] = list(iter(lambda: self.process.stdout.readline().strip(), ""))
            return self.known[frame]

    def symbolized(self, text):
        """The text, with the places of its frames behind it."""
        return text + "".join(f"{line}\n" for frame in self.FRAME.findall(text) for line in self.lines(frame))


def must(command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, errors="replace")
    if done.returncode != 0:
        raise SystemExit(f"$ {' '.join(map(str, command))}\n{done.stdout}{done.stderr}")


def chunks(rows, size=CHUNK):
    count = max(1, -(-len(rows) // size))
    return [rows[k::count] for k in range(count)]


class Build:
    """The rows as one program, compiled in chunks. `lines[row]` are the marked places: (file name, line)."""

    def __init__(self, folder, name, compiler, rows, pool, more=(), link=()):
        self.program, self.lines = folder / name, {}
        # The rows with two files are one chunk: a file costs the time of its headers.
        parts = chunks([row for row in rows if not row.is_in_two]) + [[row for row in rows if row.is_in_two]]
        jobs = []
        for k, members in enumerate(part for part in parts if part):
            first, second, lines = table.unit(members)
            sources = []
            for part, text in enumerate((first, second)):
                sources.append(folder / f"{name}_{k}_{part}.cpp")
                if text != table.INCLUDES:
                    sources[-1].write_text(text)
                    jobs.append([*compiler, "-c", sources[-1], "-o", sources[-1].with_suffix(".o")])
            for row, places in lines.items():
                self.lines[row] = {(sources[part].name, line) for part, line in places}
        for source in more:
            jobs.append([*compiler, "-c", source, "-o", folder / f"{name}_{source.stem}.o"])
        list(pool.map(must, jobs))
        must([*compiler, *(job[-1] for job in jobs), *link, "-o", self.program])


class Native:
    def __init__(self, rows, folder, jobs):
        self.jobs = jobs
        self.builds = {}
        self.symbolizer = Symbolizer()
        self.judged = {}  # complaint by row and inputs: forall often finds the witness
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            for judge, compiler in COMPILERS.items():
                members = rows if judge == "address" else [row for row in rows if row.judge == judge]
                if members:
                    self.builds[judge] = Build(folder, f"native_{judge}", [*compiler, *COMMON], members, pool, [HERE / "native_main.cpp"])

    def call(self, judge, words, leaks=False, seconds=LONG_SECONDS):
        """(exit code or None if it took too long, what it wrote)."""
        environment = {**os.environ, **{name: text.format(leaks=int(leaks)) for name, text in OPTIONS.items()}}
        try:
            done = subprocess.run([self.builds[judge].program, *words], capture_output=True, text=True, errors="replace", timeout=seconds,
                                  stdin=subprocess.DEVNULL, env=environment)
            return done.returncode, self.symbolizer.symbolized(done.stdout + done.stderr)
        except subprocess.TimeoutExpired:
            return None, ""

    def complaint_about_bad(self, row, words):
        """Why the judge of a row does not confirm that these inputs are undefined, or nothing."""
        key = (row.name, *words)
        if key not in self.judged:
            self.judged[key] = self.judge_bad(row, words)
        return self.judged[key]

    def judge_bad(self, row, words):
        if row.judge == "nothing":
            return None
        judge = "address" if row.judge == "clock" else row.judge
        code, text = self.call(judge, [f"{row.suite}.Bad", *words], row.leaks, CLOCK_SECONDS if row.judge == "clock" else LONG_SECONDS)
        if row.judge == "clock":
            return None if code is None else f"it ends, with {' '.join(words)}"
        if code == 0:
            return f"no report natively, with {' '.join(words)}"
        if code is None:
            return f"endless natively, with {' '.join(words)}"
        named = {(m[1], int(m[2])) for m in re.finditer(r"([\w.]+):(\d+):\d+", text)}
        if judge not in ("assertions", "debug") and not named & self.builds[judge].lines[row.name] and "DEADLYSIGNAL" not in text:
            if not row.kind == "exception":
                return f"the native report names no marked line, with {' '.join(words)}: {summary(text)}"
        return None

    def complaints_about_twins(self, rows):
        """(row, text) of the twins that are not clean. All of them run in one process; apart only if that is not clean."""
        wrong = []
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            for judge in self.builds:
                members = rows if judge == "address" else [row for row in rows if row.judge == judge]
                for texts in pool.map(lambda part: self.check_twins(judge, part), chunks(members)):
                    wrong += texts
        return wrong

    def check_twins(self, judge, rows):
        words = [word for row in rows for inputs in twin_inputs(row) for word in (f"{row.suite}.Good", *inputs, "--")]
        code, text = self.call(judge, words[:-1], leaks=True)
        if code == 0:
            return []
        if len(rows) == 1:
            return [(rows[0], f"the twin is not clean under {judge}: {summary(text)}")]
        half = len(rows) // 2
        found = self.check_twins(judge, rows[:half]) + self.check_twins(judge, rows[half:])
        return found or [(rows[0], f"twins are not clean together under {judge}: {summary(text)}")]


def twin_inputs(row):
    """The witness, and mixed values in turn for each parameter."""
    count = len(row.witness)
    yield [str(word) for word in row.witness]
    for k in range(len(MIXED)):
        yield [str(MIXED[(k + 2 * i) % len(MIXED)]) for i in range(count)]


def summary(text):
    lines = [line for line in text.splitlines() if "runtime error" in line or "SUMMARY" in line or "Assertion" in line]
    return (lines or text.strip().splitlines()[-1:] or ["nothing written"])[0][:300]


def check_truth(rows, native):
    """(row, text) for all that is wrong with the corpus itself."""
    with concurrent.futures.ThreadPoolExecutor(native.jobs) as pool:
        found = pool.map(lambda row: native.complaint_about_bad(row, [str(word) for word in row.witness]), rows)
        wrong = [(row, text) for row, text in zip(rows, found) if text]
    return wrong + native.complaints_about_twins(rows)
