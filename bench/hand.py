"""From command to verdict: what someone waits for who has a new test, edits one line of it, or runs it again unchanged."""

import pathlib
import re
import resource
import shutil
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Name, and the most seconds for a new file, after an edit, and unchanged.
LIMITS = {"midpoint": (3, 1.5, 0.1), "triangle": (4, 2, 0.1), "red-black tree": (5, 3, 0.1)}
# The most seconds of g++'s user time that forall.h and one test add to a file with GoogleTest.
HEADER_LIMIT = 0.8
GTEST = "#include <gtest/gtest.h>\nTEST(Midpoint, LiesBetween) { EXPECT_LE(1, (1 + 3) / 2); }\n"


def midpoint(folder):
    text = (ROOT / "README.md").read_text()
    snippet = re.search(r"<!-- file: midpoint_test.cpp -->\n```cpp\n(.*?)```", text, re.DOTALL).group(1)
    (folder / "midpoint_test.cpp").write_text(snippet)
    return folder / "midpoint_test.cpp"


def copied(folder, *names):
    for name in names:
        shutil.copy(ROOT / name, folder)
    return folder / pathlib.Path(names[-1]).name


SUBJECTS = {
    "midpoint": midpoint,
    "triangle": lambda folder: copied(folder, "examples/triangle/triangle.h", "examples/triangle/triangle_test.cpp"),
    "red-black tree": lambda folder: copied(folder, "bench/programs/rbtree.cpp"),
}


def timed(command, folder):
    start = time.monotonic()
    done = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True)
    seconds = time.monotonic() - start
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{' '.join(map(str, command))} gave exit code {done.returncode}:\n{done.stdout}{done.stderr}")
    return seconds


def edit(source):
    """Adds a statement before the first assertion, which changes the code: it is compiled, explored and confirmed again."""
    text, count = re.subn(r"(\{ |^\s+)(?=(EXPECT|ASSERT)_)", r"\1[[maybe_unused]] volatile int edited = 1; ", source.read_text(), count=1, flags=re.MULTILINE)
    if count != 1:
        raise RuntimeError(f"{source} has no assertion at the beginning of a line")
    source.write_text(text)


def measure(forall, out, name, rounds):
    """Median seconds: new, edited, unchanged. The headers have been precompiled."""
    times = ([], [], [])
    for round_ in range(rounds + 1):
        folder = out / "hand" / name.replace(" ", "-")
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        source = SUBJECTS[name](folder)
        command = [forall, "explore", source.name, "--quiet"]
        found = [timed(command, folder)]
        edit(source)
        found += [timed(command, folder), timed(command, folder)]
        if round_ > 0:  # the first one may have precompiled headers
            for list_, seconds in zip(times, found):
                list_.append(seconds)
    return [sorted(list_)[len(list_) // 2] for list_ in times if list_]


def compile_gtest(out, rounds):
    folder = out / "hand"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "gtest.cpp").write_text(GTEST)
    return sorted(timed(["g++", "-c", "gtest.cpp", "-o", "gtest.o"], folder) for _ in range(rounds))[rounds // 2]


def user_seconds(command, folder):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    timed(command, folder)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def header_cost(out, rounds):
    """What the README's test costs g++ in an ordinary build, on top of a file that includes only GoogleTest: user time, least of all rounds."""
    folder = out / "hand" / "header"
    folder.mkdir(parents=True, exist_ok=True)
    source = midpoint(folder)
    (folder / "gtest.cpp").write_text(GTEST)
    compile_ = ["g++", "-std=c++20", f"-I{ROOT / 'include'}", "-c", "-o", "test.o"]
    least = [min(user_seconds(compile_ + [name], folder) for _ in range(rounds)) for name in ("gtest.cpp", source.name)]
    return least[1] - least[0]


def header_row(out, rounds):
    seconds = header_cost(out, rounds)
    mark = "✓" if seconds <= HEADER_LIMIT else "✗"
    print(f"forall.h and one test cost g++ {seconds:.2f} s on top of GoogleTest.   {mark} at most {HEADER_LIMIT:g} s\n")
    return {"name": "forall.h", "seconds": seconds, "limit": HEADER_LIMIT}


def table(forall, out, only, rounds):
    print("From command to verdict, with compiling and confirming: wall-clock seconds, median\n")
    header = f"{'test':<20}{'new':>8}{'edited':>8}{'same':>8}"
    print(header)
    print("─" * len(header))
    rows = []
    for name in SUBJECTS:
        if only and only not in name:
            continue
        seconds = measure(forall, out, name, rounds)
        rows.append({"name": name, "new": seconds[0], "edited": seconds[1], "same": seconds[2], "limits": LIMITS[name]})
        marks = "  ".join(f"{'✓' if s <= limit else '✗'} at most {limit:g} s" for s, limit in zip(seconds, LIMITS[name]))
        print(f"{name:<20}" + "".join(f"{s:>8.2f}" for s in seconds) + f"   {marks}", flush=True)
    print(f"\ng++ compiles a GoogleTest file in {compile_gtest(out, rounds):.2f} s.\n")
    return rows
